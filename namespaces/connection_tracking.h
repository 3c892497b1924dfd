// SPDX-License-Identifier: GPL-3.0-or-later
// Connection tracking of the kernel (nfnetlink_conntrack).
#pragma once

#include <cstdint>
#include <string>

namespace seawind {

/// Makes the calling thread's network namespace forget the connections, UDP's too, that a host with
/// this IPv4 address has begun. Their ports are free for others then. Those to other machines that
/// both sides have ended stay until the kernel forgets them: their server may have them in
/// TIME-WAIT, and would not accept another connection from the same port. Throws Error.
void forget_connections_from(const std::string& address);

/// How many connections the namespace's table had no room for so far: others were forgotten in
/// their place, or their packets were dropped. Throws Error.
std::uint64_t connections_without_room();

}  // namespace seawind
