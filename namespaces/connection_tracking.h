// SPDX-License-Identifier: GPL-3.0-or-later
// Connection tracking of the kernel (nfnetlink_conntrack).
#pragma once

#include <cstdint>
#include <string>

namespace seawind {

/// Deletes the tracked connections of the calling thread's network namespace, also those of UDP,
/// that a host with this IPv4 address opened, so that others can use their ports. Connections to
/// other machines that both sides have closed stay until the kernel deletes them: their server may
/// be in TIME-WAIT and would not accept another connection from the same port. Throws Error.
void delete_connections_of(const std::string& address);

/// Connections for which the namespace's table had no room so far: older ones were deleted in their
/// place, or their packets were dropped. Throws Error.
std::uint64_t connections_without_room();

}  // namespace seawind
