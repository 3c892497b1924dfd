// SPDX-License-Identifier: GPL-3.0-or-later
// The TCP connections between two hosts as the kernel knows them (sock_diag(7)): also those whose
// process has ended and that the kernel still closes. Such a one repeats its FIN for minutes when
// the link is taken away under it, and would do so across the next repetition's link.
#pragma once

#include <compare>
#include <set>
#include <string>

namespace seawind {

/// Two IPv4 addresses; the first is of this network namespace.
struct AddressPair {
  std::string local;
  std::string peer;
  auto operator<=>(const AddressPair&) const = default;
};

/// Those that can still send something of their own: neither listening nor in TIME_WAIT. The kernel
/// walks the sockets of all network namespaces for it. Throws Error.
int open_connections(const std::set<AddressPair>& hosts);

/// Ends them at once; the peer of one that could still carry data gets a RST. How many there were.
/// Throws Error: not permitted, or a kernel without INET_DIAG_DESTROY.
int destroy_connections(const std::set<AddressPair>& hosts);

/// TCP sockets of this network namespace, those that listen included and TIME_WAIT not
/// (/proc/net/sockstat): cheap. Throws Error.
int tcp_sockets_in_use();

/// Thread-compatible.
class HostConnections {
 public:
  /// Connections between these hosts may begin from now on.
  void expect(const AddressPair& hosts);
  /// Whether none is open any more. Looks closely, which costs, only when `closely` and there are
  /// more sockets than before: on a host that does other things too they may be somebody else's.
  bool closed(bool closely) const;
  /// Ends those that are open and forgets the hosts. How many there were.
  int end();

 private:
  std::set<AddressPair> hosts_;
  int before_ = 0;  // sockets in use when the first was expected
};

}  // namespace seawind
