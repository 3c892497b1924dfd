// SPDX-License-Identifier: GPL-3.0-or-later
// TCP connections that end at a slot's fixed host and continue elsewhere in a second connection
// (controller/exec/tcp_forwarder.h). The kernel would accept such a connection before it is known
// whether its destination does. Therefore the rules of nftables made here drop every SYN (without
// ACK, FIN and RST) that comes from the link to an exposed port or another address, and a packet
// socket passes a copy to the forwarder, which connects first. The forwarder then sends the SYN
// once more, on the packet socket of its verdict: bound to the loopback interface, with a mark that
// selects the rule. A client whose SYN gets no verdict repeats it. SYNs are dropped before
// connection tracking, so that the forwarder alone tracks which connections exist.
//
// Connections to other addresses are redirected without translation (nft "tproxy"), because two
// connections of one client port would otherwise get the same translated addresses: the addresses
// of an accepted socket are those that the client uses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/fds.h"

namespace seawind {

/// What becomes of a SYN. Its value is the socket's index in SplitSockets::verdicts.
enum class SynVerdict {
  kAccept,           // the fixed host's TCP accepts
  kRefuse,           // RST: the client's connect() fails with ECONNREFUSED
  kNetUnreachable,   // ICMP: ENETUNREACH
  kHostUnreachable,  // ICMP: EHOSTUNREACH
  kProhibited,       // ICMP, prohibited by an administrator: EHOSTUNREACH
};

inline constexpr std::size_t kSynVerdicts = 5;

struct SplitSockets {
  Fd requests;               // receives SYNs and RSTs of the link, one IPv4 packet each
  std::vector<Fd> verdicts;  // each sends IPv4 packets
  Fd redirected;             // accepts the connections to other addresses; empty unless requested
};

/// Sets up the network namespace of a fixed host with the IPv4 address `address`, whose link is at
/// `interface`: connections to the TCP `ports` of that address, and with `others` those to all
/// other addresses, are split. Nothing needs to listen at the ports yet. Throws Error.
SplitSockets split_tcp(int network_namespace, const std::string& interface,
                       const std::string& address, const std::vector<std::uint16_t>& ports,
                       bool others);

}  // namespace seawind
