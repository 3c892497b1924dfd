// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testbed/uplink.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netlink/addr.h>
#include <netlink/route/nexthop.h>
#include <netlink/route/route.h>
#include <sys/socket.h>

#include "common/error.h"
#include "common/netlink/socket.h"
#include "controller/testbed/netns.h"
#include "controller/testbed/nft.h"

namespace seawind {
namespace {

void forward_packets() {
  const Fd file(open("/proc/sys/net/ipv4/ip_forward", O_WRONLY | O_CLOEXEC));
  if (!file || write(file.get(), "1", 1) != 1) throw system_error("forward packets");
}

}  // namespace

Fd forward_to_uplink(int network_namespace, const std::string& interface) {
  Fd redirected = listen_in(network_namespace, 0);
  sockaddr_in own{};
  socklen_t length = sizeof own;
  if (getsockname(redirected.get(), reinterpret_cast<sockaddr*>(&own), &length) != 0)
    throw system_error("read the port for redirected connections");
  in_network_namespace(network_namespace, [&] {
    forward_packets();
    Nft().run(
        fmt::format("table ip seawind {{\n"
                    "  chain redirected {{\n"
                    "    type nat hook prerouting priority -100;\n"
                    "    iifname \"{}\" fib daddr type != local meta l4proto tcp redirect to :{}\n"
                    "  }}\n"
                    "  chain uplink {{\n"
                    "    type nat hook postrouting priority 100;\n"
                    "    oifname \"{}\" masquerade\n"
                    "  }}\n"
                    "}}\n",
                    interface, ntohs(own.sin_port), kUplinkInterface));
  });
  return redirected;
}

void add_default_route(int network_namespace, const std::string& gateway) {
  in_network_namespace(network_namespace, [&] {
    const std::string action = "add a default route through " + gateway;
    const auto address = [&](const std::string& text) {
      nl_addr* parsed = nullptr;
      check_netlink(nl_addr_parse(text.c_str(), AF_INET, &parsed), action);
      return Netlink<nl_addr, nl_addr_put>(parsed);
    };
    const Netlink<rtnl_route, rtnl_route_put> route(rtnl_route_alloc());
    rtnl_route_set_family(route.get(), AF_INET);
    rtnl_route_set_dst(route.get(), address("default").get());
    rtnl_nexthop* const hop = rtnl_route_nh_alloc();  // owned by the route
    rtnl_route_nh_set_gateway(hop, address(gateway).get());
    rtnl_route_add_nexthop(route.get(), hop);
    check_netlink(rtnl_route_add(NetlinkSocket(NETLINK_ROUTE).get(), route.get(), NLM_F_EXCL),
                  action);
  });
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
