// SPDX-License-Identifier: GPL-3.0-or-later
#include "namespaces/outside.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netlink/addr.h>
#include <netlink/route/nexthop.h>
#include <netlink/route/route.h>
#include <sys/socket.h>

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "common/error.h"
#include "common/netlink/socket.h"
#include "namespaces/interface_netlink.h"
#include "namespaces/netns.h"
#include "namespaces/nft.h"

namespace seawind {

void forward_packets() {
  // Connection tracking puts fragments together. Those of a datagram that lost one wait for 30 s:
  // at the kernel's 4 MB, a link that loses packets leaves no room for others within seconds.
  constexpr auto kFragments = "268435456";  // bytes
  write_setting("/proc/sys/net/ipv4/ipfrag_high_thresh", kFragments);
  for (const char* udp : {"udp_timeout", "udp_timeout_stream"})
    write_setting(std::string("/proc/sys/net/netfilter/nf_conntrack_") + udp,
                  std::to_string(kUdpTimeout));
  write_setting("/proc/sys/net/ipv4/ip_forward", "1");
}

void forward_to_outside(int network_namespace) {
  in_network_namespace(network_namespace, [&] {
    forward_packets();
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

void look_for_gateway(int network_namespace, const std::string& address) {
  in_network_namespace(network_namespace, [&address] {
    constexpr std::uint16_t kDiscard = 9;
    const Fd socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(kDiscard);
    if (!socket || inet_pton(AF_INET, address.c_str(), &to.sin_addr) != 1 ||
        sendto(socket.get(), "", 0, 0, reinterpret_cast<const sockaddr*>(&to), sizeof to) < 0)
      throw system_error("send a datagram to " + address);
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

Way way_to(const std::string& address) {
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
  std::array<char, INET_ADDRSTRLEN + sizeof "/32"> source{};
  if (nl_addr* const preferred = rtnl_route_get_pref_src(route.get()); preferred != nullptr)
    nl_addr2str(preferred, source.data(), source.size());
  std::uint32_t next_hop = inet_addr(address.c_str());
  if (nl_addr* const gateway = rtnl_route_nh_get_gateway(hop);
      gateway != nullptr && nl_addr_get_family(gateway) == AF_INET)
    next_hop = *static_cast<const std::uint32_t*>(nl_addr_get_binary_addr(gateway));
  return {.interface = name, .source = source.data(), .next_hop = next_hop};
}

/// The kernel's choice, inet_select_addr(): the interface's first address of a network with the
/// next hop, else its first one.
std::string masquerade_source(const Way& way) {
  ifaddrs* found = nullptr;
  if (getifaddrs(&found) != 0) throw system_error("list the addresses of this host");
  const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> all(found, freeifaddrs);
  std::string out;
  for (const ifaddrs* one = all.get(); one != nullptr; one = one->ifa_next) {
    const std::string_view shown = one->ifa_name;  // "eth0:1" for an address with a label
    if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET ||
        one->ifa_netmask == nullptr || shown.substr(0, shown.find(':')) != way.interface)
      continue;
    const in_addr own = reinterpret_cast<const sockaddr_in*>(one->ifa_addr)->sin_addr;
    const in_addr_t mask = reinterpret_cast<const sockaddr_in*>(one->ifa_netmask)->sin_addr.s_addr;
    const bool of_next_hop = ((own.s_addr ^ way.next_hop) & mask) == 0;
    std::array<char, INET_ADDRSTRLEN> text{};
    if (out.empty() || of_next_hop) out = inet_ntop(AF_INET, &own, text.data(), text.size());
    if (of_next_hop) break;
  }
  return out;
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
