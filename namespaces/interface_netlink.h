// SPDX-License-Identifier: GPL-3.0-or-later
// Steps common to the making of all interfaces of interface.h. Errors throw Error.
#pragma once

#include <netlink/route/link.h>

#include <string>

#include "common/netlink/socket.h"
#include "namespaces/interface.h"

namespace seawind {

using LinkObject = Netlink<rtnl_link, rtnl_link_put>;
using AddressObject = Netlink<nl_addr, nl_addr_put>;
AddressObject parse_address(const std::string& text, int family);

/// An interface of the socket's network namespace. An error is "cannot `verb` `name`: ...".
LinkObject find_link(nl_sock* socket, const std::string& name, const std::string& verb = "find");

/// Sets in the description of an interface to be made: name, MTU, namespace, MAC address.
void describe_interface(rtnl_link* link, const InterfaceEnd& end);
/// Then: sets the offloads and reads them back, and calls bring_up_interface().
void configure_interface(const InterfaceEnd& end);

}  // namespace seawind
