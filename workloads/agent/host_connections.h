// SPDX-License-Identifier: GPL-3.0-or-later
// The TCP connections between two hosts in the kernel (sock_diag(7)), including those that the
// kernel still closes after their process has ended. If the link is removed, such a connection
// retransmits its FIN for minutes, also over the link of the next repetition. A server that
// accepts both families has its IPv4 connections in IPv6 sockets.
#pragma once

#include <compare>
#include <set>
#include <string>

namespace seawind {

/// Two IPv4 addresses; the first belongs to this network namespace. The peer may be behind a NAT of
/// the link; its connections then have an address of the NAT.
struct AddressPair {
  std::string local;
  std::string peer;
  auto operator<=>(const AddressPair&) const = default;
};

/// A connection is open if it can still send on its own: not listening and not in TIME_WAIT.
/// Thread-compatible. Failures throw Error.
class HostConnections {
 public:
  /// Announces that connections between these hosts may begin.
  void expect(const AddressPair& hosts);
  /// Whether no connection is open. True if the namespace has no more TCP sockets than before. If
  /// it has more, they may belong to other programs on the host; `closely` then checks each socket,
  /// for which the kernel walks the sockets of all namespaces.
  bool closed(bool closely) const;
  /// Ends the open connections and those in TIME_WAIT. The latter would answer the SYN of a later
  /// connection with the same ports, because the NAT of each link begins with the same ports.
  /// Clears the hosts and returns the number of open connections ended. The peer of a connection
  /// that could still carry data receives a RST. Needs INET_DIAG_DESTROY if a connection exists.
  int end();

 private:
  std::set<AddressPair> hosts_;
  int before_ = 0;  // sockets in use when the first was expected
};

}  // namespace seawind
