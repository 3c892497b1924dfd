// SPDX-License-Identifier: GPL-3.0-or-later
// How the interfaces of interface.h are made, for those that make one kind. Errors throw Error.
#pragma once

#include <netlink/route/link.h>

#include <string>

#include "common/netlink/socket.h"
#include "namespaces/interface.h"

namespace seawind {

using LinkObject = Netlink<rtnl_link, rtnl_link_put>;
using AddressObject = Netlink<nl_addr, nl_addr_put>;
AddressObject parse_address(const std::string& text, int family);

/// Writes what is known before an interface is made into its description: name, MTU, namespace, MAC
/// address.
void describe_interface(rtnl_link* link, const InterfaceEnd& end);
/// The rest, afterwards: offloads, set and read back, and what bring_up_interface() does.
void configure_interface(const InterfaceEnd& end);

}  // namespace seawind
