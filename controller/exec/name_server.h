// SPDX-License-Identifier: GPL-3.0-or-later
// The name server of the caller.
#pragma once

#include <string>

namespace seawind {

/// The address of the first IPv4 name server in the text of an /etc/resolv.conf; 127.0.0.1 when
/// the text has no name server, as in resolv.conf(5); empty when all have IPv6 addresses.
std::string first_name_server(const std::string& resolver);

/// That of this machine. In place of the stub of systemd-resolved, which takes no packets from
/// other interfaces than loopback, the first server that the stub uses.
std::string own_name_server();

}  // namespace seawind
