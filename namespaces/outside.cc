// SPDX-License-Identifier: GPL-3.0-or-later
#include "namespaces/outside.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netlink/addr.h>
#include <netlink/attr.h>
#include <netlink/route/nexthop.h>
#include <netlink/route/route.h>
#include <sys/socket.h>

#include <array>
#include <string>

#include "common/error.h"
#include "common/netlink/socket.h"
#include "namespaces/interface_netlink.h"
#include "namespaces/netns.h"
#include "namespaces/nft.h"

namespace seawind {

void forward_packets() {
  // Connection tracking reassembles fragments, and keeps those of an incomplete datagram for 30 s:
  // a lossy link fills the kernel's default of 4 MB within seconds.
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

void resolve_neighbour(int network_namespace, const std::string& address) {
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
    // The kernel deletes the route only if it has this gateway.
    if (error == -NLE_EXIST && rtnl_route_delete(socket.get(), route.get(), 0) == 0)
      error = rtnl_route_add(socket.get(), route.get(), NLM_F_EXCL);
    check_netlink(error, action);
  });
}

OutsideRoute outside_route_to(const std::string& address) {
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

/// The kernel's choice, inet_select_addr().
std::string masquerade_source(const OutsideRoute& route) {
  const NlMessage message = new_message();
  nlmsg_put(message.get(), NL_AUTO_PORT, NL_AUTO_SEQ, RTM_GETADDR, sizeof(ifaddrmsg), NLM_F_DUMP);
  static_cast<ifaddrmsg*>(nlmsg_data(nlmsg_hdr(message.get())))->ifa_family = AF_INET;
  const unsigned index = if_nametoindex(route.interface.c_str());
  std::string first;
  std::string of_next_hop;
  NetlinkSocket(NETLINK_ROUTE).dump(message.get(), "list addresses", [&](nlmsghdr* header) {
    const auto& one = *static_cast<const ifaddrmsg*>(nlmsg_data(header));
    const nlattr* const local = nlmsg_find_attr(header, sizeof(ifaddrmsg), IFA_LOCAL);
    const nlattr* const network = nlmsg_find_attr(header, sizeof(ifaddrmsg), IFA_ADDRESS);
    if (one.ifa_index != index || (one.ifa_flags & IFA_F_SECONDARY) != 0 ||
        one.ifa_scope > RT_SCOPE_UNIVERSE || local == nullptr || network == nullptr)
      return;
    std::array<char, INET_ADDRSTRLEN> text{};
    const std::string address = inet_ntop(AF_INET, nla_data(local), text.data(), text.size());
    const std::uint32_t differing = ntohl(nla_get_u32(network) ^ route.next_hop);
    if (first.empty()) first = address;
    if (of_next_hop.empty() &&
        (one.ifa_prefixlen == 0 || differing >> (32U - one.ifa_prefixlen) == 0))
      of_next_hop = address;
  });
  return of_next_hop.empty() ? first : of_next_hop;
}

Fd bound_tcp_socket(std::uint16_t port) {
  Fd made(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in any{};
  any.sin_family = AF_INET;
  any.sin_port = htons(port);
  if (!made || bind(made.get(), reinterpret_cast<const sockaddr*>(&any), sizeof any) != 0)
    throw system_error(fmt::format("reserve port {} of the fixed host", port));
  return made;
}

Fd listen_in(int network_namespace, std::uint16_t port) {
  Fd made;
  in_network_namespace(network_namespace, [&] {
    made = bound_tcp_socket(port);
    if (::listen(made.get(), SOMAXCONN) != 0)
      throw system_error(fmt::format("listen on port {} of the fixed host", port));
  });
  return made;
}

}  // namespace seawind
