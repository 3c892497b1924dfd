// SPDX-License-Identifier: GPL-3.0-or-later
#include "namespaces/outside.h"

#include <fmt/format.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netlink/addr.h>
#include <netlink/route/nexthop.h>
#include <netlink/route/route.h>
#include <sys/socket.h>

#include "common/error.h"
#include "common/netlink/socket.h"
#include "namespaces/interface_netlink.h"
#include "namespaces/netns.h"
#include "namespaces/nft.h"

namespace seawind {

void forward_to_outside(int network_namespace) {
  in_network_namespace(network_namespace, [&] {
    write_setting("/proc/sys/net/ipv4/ip_forward", "1");
    Nft().run(
        fmt::format("table ip seawind {{\n"
                    // A program of this host can send packets to loopback addresses through an
                    // interface; slirp4netns takes them for the machine's loopback interface.
                    "  chain loopback {{\n"
                    "    type filter hook output priority 0;\n"
                    "    oifname \"{0}\" ip daddr {{ 0.0.0.0/8, 127.0.0.0/8 }} drop\n"
                    "  }}\n"
                    "  chain outside {{\n"
                    "    type nat hook postrouting priority 100;\n"
                    "    oifname \"{0}\" masquerade\n"
                    "  }}\n"
                    "}}\n",
                    kOutsideInterface));
  });
}

void add_route(int network_namespace, const std::string& destination, const std::string& gateway) {
  in_network_namespace(network_namespace, [&] {
    const std::string action = fmt::format("add a route to {} through {}", destination, gateway);
    const Netlink<rtnl_route, rtnl_route_put> route(rtnl_route_alloc());
    const AddressObject next = parse_address(gateway, AF_UNSPEC);
    const int family = nl_addr_get_family(next.get());
    rtnl_route_set_family(route.get(), static_cast<std::uint8_t>(family));
    rtnl_route_set_dst(route.get(), parse_address(destination, family).get());
    rtnl_nexthop* const hop = rtnl_route_nh_alloc();  // owned by the route
    rtnl_route_nh_set_gateway(hop, next.get());
    rtnl_route_add_nexthop(route.get(), hop);
    const NetlinkSocket socket(NETLINK_ROUTE);
    int error = rtnl_route_add(socket.get(), route.get(), NLM_F_EXCL);
    // The kernel removes only one that has this gateway.
    if (error == -NLE_EXIST && rtnl_route_delete(socket.get(), route.get(), 0) == 0)
      error = rtnl_route_add(socket.get(), route.get(), NLM_F_EXCL);
    check_netlink(error, action);
  });
}

std::string interface_towards(const std::string& address) {
  rtnl_route* found = nullptr;
  if (rtnl_route_lookup(NetlinkSocket(NETLINK_ROUTE).get(), parse_address(address, AF_INET).get(),
                        &found) != 0)
    return {};
  const Netlink<rtnl_route, rtnl_route_put> route(found);
  rtnl_nexthop* const hop = rtnl_route_nexthop_n(route.get(), 0);
  char name[IF_NAMESIZE] = {};
  if (hop == nullptr ||
      if_indextoname(static_cast<unsigned>(rtnl_route_nh_get_ifindex(hop)), name) == nullptr)
    return {};
  return name;
}

Fd listen_in(int network_namespace, std::uint16_t port) {
  Fd made;
  in_network_namespace(network_namespace, [&] {
    made = Fd(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in any{};
    any.sin_family = AF_INET;
    any.sin_port = htons(port);
    if (!made || bind(made.get(), reinterpret_cast<const sockaddr*>(&any), sizeof any) != 0 ||
        ::listen(made.get(), SOMAXCONN) != 0)
      throw system_error(fmt::format("listen on port {} of the fixed host", port));
  });
  return made;
}

}  // namespace seawind
