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

/// Those that can still send something of their own: neither listening nor in TIME_WAIT. Throws
/// Error.
int open_connections(const std::set<AddressPair>& hosts);

/// Ends them at once; the peer of one that could still carry data gets a RST. How many there were.
/// Throws Error: not permitted, or a kernel without INET_DIAG_DESTROY.
int destroy_connections(const std::set<AddressPair>& hosts);

}  // namespace seawind
