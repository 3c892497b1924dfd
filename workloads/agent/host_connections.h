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

/// Open: what can still send something of its own, neither listening nor in TIME_WAIT.
/// Thread-compatible. Failures throw Error.
class HostConnections {
 public:
  /// Connections between these hosts may begin from now on.
  void expect(const AddressPair& hosts);
  /// Whether none is open any more. There are none when the namespace has no more TCP sockets than
  /// before; on a host that does other things too more may be somebody else's, and only with
  /// `closely` is each looked at: for that the kernel walks the sockets of all namespaces.
  bool closed(bool closely) const;
  /// Ends those that are open and forgets the hosts; the peer of one that could still carry data
  /// gets a RST. How many there were. Needs a kernel with INET_DIAG_DESTROY if there are any.
  int end();

 private:
  std::set<AddressPair> hosts_;
  int before_ = 0;  // sockets in use when the first was expected
};

}  // namespace seawind
