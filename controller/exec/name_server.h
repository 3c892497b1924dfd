// SPDX-License-Identifier: GPL-3.0-or-later
// The name server of the caller.
#pragma once

#include <string>

namespace seawind {

/// The address of the first IPv4 name server in the text of an /etc/resolv.conf; 127.0.0.1 when
/// the text has no name server, as in resolv.conf(5); empty when all have IPv6 addresses.
std::string first_name_server(const std::string& resolver);

/// The name server for packets from other interfaces than loopback, from the text of
/// /etc/resolv.conf: the first one, or in place of the stub of systemd-resolved, which takes no
/// such packets, the first in `used_by_stub`, the text of /run/systemd/resolve/resolv.conf.
std::string reachable_name_server(const std::string& resolver, const std::string& used_by_stub);

/// The text of an /etc/resolv.conf with this name server in place of its own.
std::string with_name_server(const std::string& resolver, const std::string& server);

/// with_name_server() of this machine's /etc/resolv.conf.
std::string resolver_with(const std::string& server);
/// reachable_name_server() of this machine.
std::string own_name_server();

}  // namespace seawind
