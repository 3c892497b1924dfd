// SPDX-License-Identifier: GPL-3.0-or-later
#include "namespaces/socket_table.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cinttypes>
#include <cstdio>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "common/error.h"
#include "namespaces/netns.h"

namespace seawind {

namespace {

/// `address`: 32-bit words in host byte order, hexadecimal; IPv4, or IPv4 mapped into IPv6. 0:
/// neither.
std::uint32_t ipv4_of(std::string_view address) {
  constexpr std::string_view kMapped = "0000000000000000FFFF0000";
  if (address.starts_with(kMapped)) address.remove_prefix(kMapped.size());
  std::uint32_t word = 0;
  if (address.size() == 8) std::from_chars(address.data(), address.data() + 8, word, 16);
  return ntohl(word);
}

bool is_loopback(std::string_view address) {
  return ipv4_of(address) >> 24U == 127 || address == "00000000000000000000000001000000";
}

std::istringstream read_again(const Fd& file) {
  lseek(file.get(), 0, SEEK_SET);
  const std::optional<std::string> text = read_all(file.get());
  if (!text) throw system_error("read the tables of a network namespace");
  return std::istringstream(*text);
}

void add_sockets(const Fd& file, std::vector<TcpSocket>& sockets) {
  std::istringstream lines = read_again(file);
  for (std::string line; std::getline(lines, line);) {
    std::array<char, 33> local{};
    std::array<char, 33> remote{};
    unsigned port = 0;
    unsigned state = 0;
    std::uint64_t unsent = 0;
    std::uint64_t unread = 0;
    std::uint64_t inode = 0;
    // "sl local_address rem_address st tx_queue:rx_queue tr:tm->when retrnsmt uid timeout inode",
    // hexadecimal except sl, uid, timeout and inode
    if (std::sscanf(line.c_str(),
                    " %*u: %32[0-9A-F]:%x %32[0-9A-F]:%*x %x %" SCNx64 ":%" SCNx64
                    " %*x:%*x %*x %*u %*u %" SCNu64,
                    local.data(), &port, remote.data(), &state, &unsent, &unread, &inode) != 7)
      continue;  // the heading
    // A FIN that the program has not read is counted as a byte.
    const bool peer_has_ended =
        state == TCP_CLOSE_WAIT || state == TCP_LAST_ACK || state == TCP_CLOSING;
    if (peer_has_ended && unread > 0) --unread;
    sockets.push_back({.state = static_cast<int>(state),
                       .port = static_cast<std::uint16_t>(port),
                       .peer = ipv4_of(remote.data()),
                       .unsent = static_cast<std::int64_t>(unsent),
                       .unread = static_cast<std::int64_t>(unread),
                       .in_host = local == remote || is_loopback(remote.data()),
                       .loopback = is_loopback(local.data()),
                       .inode = inode});
  }
}

}  // namespace

NetworkTables open_network_tables() {
  NetworkTables tables;
  tables.tcp = Fd(open("/proc/thread-self/net/tcp", O_RDONLY | O_CLOEXEC));
  if (!tables.tcp) throw system_error("open the table of TCP sockets");
  tables.tcp6 = Fd(open("/proc/thread-self/net/tcp6", O_RDONLY | O_CLOEXEC));
  if (!tables.tcp6)
    tables.tcp6 = Fd(open("/dev/null", O_RDONLY | O_CLOEXEC));  // a kernel without IPv6
  tables.snmp = Fd(open("/proc/thread-self/net/snmp", O_RDONLY | O_CLOEXEC));
  tables.dev = Fd(open("/proc/thread-self/net/dev", O_RDONLY | O_CLOEXEC));
  if (!tables.tcp6 || !tables.snmp || !tables.dev)
    throw system_error("open the tables of a network namespace");
  return tables;
}

NetworkTables open_network_tables(int network_namespace) {
  NetworkTables tables;
  in_network_namespace(network_namespace, [&] { tables = open_network_tables(); });
  return tables;
}

std::vector<TcpSocket> tcp_sockets(const NetworkTables& tables) {
  std::vector<TcpSocket> sockets;
  add_sockets(tables.tcp, sockets);
  add_sockets(tables.tcp6, sockets);
  return sockets;
}

std::int64_t forwarded_packets(const NetworkTables& tables) {
  std::istringstream lines = read_again(tables.snmp);
  // "Ip: Forwarding ... ForwDatagrams ...", then the same line with numbers
  std::string names;
  std::string numbers;
  while (std::getline(lines, names) && std::getline(lines, numbers)) {
    std::istringstream name(names);
    std::istringstream number(numbers);
    std::string word;
    std::string count;
    while (name >> word && number >> count)
      if (names.starts_with("Ip:") && word == "ForwDatagrams") return std::stoll(count);
  }
  throw Error("cannot read the number of packets that a host forwarded: /proc/net/snmp lacks it");
}

std::int64_t unsent_packets(const NetworkTables& tables, const std::string& interface) {
  std::istringstream lines = read_again(tables.dev);
  for (std::string line; std::getline(lines, line);) {
    // "  name: bytes packets errs drop fifo frame compressed multicast", and the same of sending
    std::int64_t dropped = 0;
    const std::size_t colon = line.find(':');
    const std::size_t name = line.find_first_not_of(' ');
    if (colon != std::string::npos && line.substr(name, colon - name) == interface &&
        std::sscanf(line.c_str() + colon + 1,
                    "%*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %" SCNd64, &dropped) == 1)
      return dropped;
  }
  return 0;
}

void pause_between_reads(std::chrono::steady_clock::time_point begun,
                         std::chrono::steady_clock::duration step) {
  constexpr std::chrono::seconds kSlowLook{1};
  const auto rest = 9 * (std::chrono::steady_clock::now() - begun);
  std::this_thread::sleep_for(
      std::clamp<std::chrono::steady_clock::duration>(rest, step, kSlowLook));
}

}  // namespace seawind
