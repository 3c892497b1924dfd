// SPDX-License-Identifier: GPL-3.0-or-later
// The TCP sockets of a network namespace (/proc/net/tcp and tcp6, which also has the IPv4
// connections of sockets of both families), how many packets it forwarded (/proc/net/snmp), and how
// many its interfaces dropped instead of sending (/proc/net/dev). An open table can be read from
// any namespace, as often as needed, and keeps its namespace.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "common/fds.h"

namespace seawind {

struct TcpSocket {
  int state = 0;  // TCP_ESTABLISHED, TCP_LISTEN, ... of netinet/tcp.h
  std::uint16_t port = 0;
  std::uint32_t peer = 0;   // IPv4 address of the other end, in host byte order; 0: none
  std::int64_t unsent = 0;  // bytes that are not sent or not acknowledged
  std::int64_t unread = 0;  // bytes that the program has not read
  bool in_host = false;     // both ends are in this namespace
  bool loopback = false;    // its own end has an address of the loopback interface
  std::uint64_t inode = 0;  // "socket:[N]" in /proc/PID/fd; 0: no program has it open
};

/// The files named above.
struct NetworkTables {
  Fd tcp;
  Fd tcp6;
  Fd snmp;
  Fd dev;
};

/// Opens the tables of the calling thread's namespace. Throws Error.
NetworkTables open_network_tables();

/// Opens the tables of another namespace, which takes the right to enter it. Throws Error.
NetworkTables open_network_tables(int network_namespace);

/// The current content of `tcp` and `tcp6`. Throws Error. Takes milliseconds, because the kernel
/// walks the connections of all namespaces.
std::vector<TcpSocket> tcp_sockets(const NetworkTables& tables);

/// IPv4 packets that the namespace has forwarded for others. Throws Error.
std::int64_t forwarded_packets(const NetworkTables& tables);

/// Packets that an interface was to send and dropped; 0: there is no such interface. Throws Error.
std::int64_t unsent_packets(const NetworkTables& tables, const std::string& interface);

/// Waits between two reads of tables: nine times as long as the last one took, at least `step` (at
/// most 1 s), at most 1 s. `begun`: when the last read began.
void pause_between_reads(std::chrono::steady_clock::time_point begun,
                         std::chrono::steady_clock::duration step);

}  // namespace seawind
