// SPDX-License-Identifier: GPL-3.0-or-later
#include "namespaces/veth.h"

#include <fmt/format.h>
#include <net/if.h>
#include <netlink/route/link/veth.h>

#include <chrono>
#include <thread>

#include "namespaces/interface_netlink.h"
#include "namespaces/netns.h"

namespace seawind {

void await_carrier(const InterfaceEnd& end) {
  using std::chrono::steady_clock;
  constexpr std::chrono::seconds kTimeout{10};
  constexpr std::chrono::milliseconds kPollInterval{1};
  in_network_namespace(end.network_namespace, [&] {
    const NetlinkSocket socket(NETLINK_ROUTE);
    const auto deadline = steady_clock::now() + kTimeout;
    for (;;) {
      const LinkObject link = find_link(socket.get(), end.name, "look at");
      if ((rtnl_link_get_flags(link.get()) & IFF_RUNNING) != 0) return;
      if (steady_clock::now() > deadline)
        throw Error(fmt::format("{} has no carrier {} s after it was brought up", end.name,
                                kTimeout.count()));
      std::this_thread::sleep_for(kPollInterval);
    }
  });
}

void make_veth_pair(const InterfaceEnd& a, const InterfaceEnd& b) {
  const LinkObject link(rtnl_link_veth_alloc());
  if (!link) throw Error("cannot make a veth pair: out of memory");
  describe_interface(link.get(), a);
  describe_interface(LinkObject(rtnl_link_veth_get_peer(link.get())).get(), b);
  check_netlink(
      rtnl_link_add(NetlinkSocket(NETLINK_ROUTE).get(), link.get(), NLM_F_CREATE | NLM_F_EXCL),
      "make the veth pair " + a.name + " - " + b.name);
  configure_interface(a);
  configure_interface(b);
  await_carrier(a);
  await_carrier(b);
}

void move_veth_end(const InterfaceEnd& to, int from, const std::string& name) {
  in_network_namespace(from, [&] {
    const LinkObject now(rtnl_link_alloc());  // libnl leaves out a name that `now` has
    rtnl_link_set_ifindex(now.get(), static_cast<int>(if_nametoindex(name.c_str())));
    const LinkObject change(rtnl_link_alloc());
    rtnl_link_set_name(change.get(), to.name.c_str());
    rtnl_link_set_ns_fd(change.get(), to.network_namespace);
    check_netlink(rtnl_link_change(NetlinkSocket(NETLINK_ROUTE).get(), now.get(), change.get(), 0),
                  "move " + name + " to another network namespace");
  });
}

void make_link_interfaces(int fixed_host, int mobile_host, int relay,
                          const std::string& relay_fixed, const std::string& relay_mobile,
                          int host_mtu, bool offloads, const HostAddresses& addresses) {
  using A = HostAddresses;
  const auto connect = [&](InterfaceEnd host, const std::string& relay_end) {
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
           .neighbours = {{addresses.mobile, A::kMobileMac}},
           .pool_gateway = addresses.nat_pools ? addresses.mobile : ""},
          relay_fixed);
  connect({.network_namespace = mobile_host,
           .name = kMobileInterface,
           .address = addresses.mobile,
           .mac = A::kMobileMac,
           .neighbours = {{addresses.fixed, A::kFixedMac}},
           .nat64_prefixes = addresses.nat64_prefixes},
          relay_mobile);
}

}  // namespace seawind
