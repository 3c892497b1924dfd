// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testbed/veth.h"

#include <net/if.h>
#include <netlink/addr.h>
#include <netlink/route/addr.h>
#include <netlink/route/link.h>
#include <netlink/route/link/veth.h>
#include <netlink/route/neighbour.h>

#include "common/error.h"
#include "common/netlink/socket.h"
#include "controller/testbed/netns.h"
#include "controller/testbed/offload.h"

namespace seawind {
namespace {

using Link = Netlink<rtnl_link, rtnl_link_put>;
using Address = Netlink<nl_addr, nl_addr_put>;

Address parse(const std::string& text, int family) {
  nl_addr* address = nullptr;
  check_netlink(nl_addr_parse(text.c_str(), family, &address), "read the address " + text);
  return Address(address);
}

void describe(rtnl_link* link, const VethEnd& end) {
  rtnl_link_set_name(link, end.name.c_str());
  rtnl_link_set_mtu(link, static_cast<unsigned>(end.mtu));
  rtnl_link_set_ns_fd(link, end.network_namespace);
  if (!end.mac.empty()) rtnl_link_set_addr(link, parse(end.mac, AF_LLC).get());
}

void add_address(nl_sock* socket, int index, const VethEnd& end) {
  const Netlink<rtnl_addr, rtnl_addr_put> entry(rtnl_addr_alloc());
  rtnl_addr_set_ifindex(entry.get(), index);
  check_netlink(rtnl_addr_set_local(entry.get(), parse(end.address, AF_INET).get()),
                "set an address");
  check_netlink(rtnl_addr_add(socket, entry.get(), NLM_F_EXCL),
                "add " + end.address + " to " + end.name);
}

void add_neighbour(nl_sock* socket, int index, const Neighbour& neighbour) {
  const Netlink<rtnl_neigh, rtnl_neigh_put> entry(rtnl_neigh_alloc());
  rtnl_neigh_set_ifindex(entry.get(), index);
  rtnl_neigh_set_dst(entry.get(), parse(neighbour.address, AF_INET).get());
  rtnl_neigh_set_lladdr(entry.get(), parse(neighbour.mac, AF_LLC).get());
  rtnl_neigh_set_state(entry.get(), NUD_PERMANENT);
  check_netlink(rtnl_neigh_add(socket, entry.get(), NLM_F_CREATE | NLM_F_REPLACE),
                "add the neighbour " + neighbour.address);
}

void bring_up(nl_sock* socket, int index, const std::string& name) {
  const Link change(rtnl_link_alloc());
  rtnl_link_set_ifindex(change.get(), index);
  rtnl_link_set_flags(change.get(), IFF_UP);
  check_netlink(rtnl_link_change(socket, change.get(), change.get(), 0), "bring up " + name);
}

void configure(const VethEnd& end) {
  in_network_namespace(end.network_namespace, [&end] {
    switch_offloads(end.name, end.offloads);
    const NetlinkSocket socket(NETLINK_ROUTE);
    const int index = static_cast<int>(if_nametoindex(end.name.c_str()));
    if (!end.address.empty()) add_address(socket.get(), index, end);
    bring_up(socket.get(), index, end.name);
    for (const auto& neighbour : end.neighbours) add_neighbour(socket.get(), index, neighbour);
  });
}

}  // namespace

void make_veth_pair(const VethEnd& a, const VethEnd& b) {
  for (const auto& name : {a.name, b.name})
    if (name.empty() || name.size() >= IFNAMSIZ)
      throw Error("cannot make the interface '" + name +
                  "': its name must have 1 to 15 characters");
  const Link link(rtnl_link_veth_alloc());
  if (!link) throw Error("cannot make a veth pair: out of memory");
  describe(link.get(), a);
  describe(Link(rtnl_link_veth_get_peer(link.get())).get(), b);
  check_netlink(
      rtnl_link_add(NetlinkSocket(NETLINK_ROUTE).get(), link.get(), NLM_F_CREATE | NLM_F_EXCL),
      "make the veth pair " + a.name + " - " + b.name);
  configure(a);
  configure(b);
}

void remove_interface(int network_namespace, const std::string& name) {
  in_network_namespace(network_namespace, [&name] {
    const unsigned index = if_nametoindex(name.c_str());
    if (index == 0) return;
    const Link link(rtnl_link_alloc());
    rtnl_link_set_ifindex(link.get(), static_cast<int>(index));
    const int result = rtnl_link_delete(NetlinkSocket(NETLINK_ROUTE).get(), link.get());
    if (result != -NLE_NODEV && result != -NLE_OBJ_NOTFOUND)
      check_netlink(result, "remove " + name);
  });
}

void make_link_interfaces(int fixed_host, int mobile_host, int relay,
                          const std::string& relay_fixed, const std::string& relay_mobile,
                          int host_mtu, bool offloads, const HostAddresses& addresses) {
  using A = HostAddresses;
  const auto connect = [&](VethEnd host, const std::string& relay_end) {
    host.mtu = host_mtu;
    host.offloads = offloads;
    host.address += A::kPrefix;
    make_veth_pair(
        host,
        {.network_namespace = relay, .name = relay_end, .mtu = host_mtu, .offloads = offloads});
  };
  connect({.network_namespace = fixed_host,
           .name = kFixedInterface,
           .address = addresses.fixed,
           .mac = A::kFixedMac,
           .neighbours = {{addresses.mobile, A::kMobileMac}}},
          relay_fixed);
  connect({.network_namespace = mobile_host,
           .name = kMobileInterface,
           .address = addresses.mobile,
           .mac = A::kMobileMac,
           .neighbours = {{addresses.fixed, A::kFixedMac}}},
          relay_mobile);
}

}  // namespace seawind
