// SPDX-License-Identifier: GPL-3.0-or-later
#include "namespaces/taken_wire.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <linux/if_link.h>
#include <linux/if_packet.h>
#include <linux/rtnetlink.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <netlink/attr.h>
#include <netlink/route/link/bridge.h>
#include <netlink/route/link/macvlan.h>
#include <netlink/route/neighbour.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>

#include "common/fds.h"
#include "common/netlink/interface_use.h"
#include "namespaces/interface_netlink.h"
#include "namespaces/netns.h"
#include "namespaces/receive_settings.h"
#include "namespaces/veth.h"

namespace seawind {
namespace {

constexpr std::uint16_t kExperimental = 0x88B5;  // IEEE Std 802: local experimental Ethertype 1
constexpr std::size_t kProbeBytes = 60;
// Interfaces of the namespace between a host and a wire.
constexpr auto kWire = "wire";
constexpr auto kPort = "port";
constexpr auto kBridge = "bridge";
constexpr auto kBridgeMac = "02:53:65:61:77:64";
constexpr auto kServer = "server";
constexpr auto kDevicePrefix = "device";  // and a number from 1: as kPort, of a device's own link
// The MTU of the ports: a bridge drops without a counter what is larger than its port's MTU. A
// host's interface counts what is larger than its own.
constexpr int kPortMtu = 65535;  // bytes

/// Joins an interface to the bridge. The port does not learn addresses, because a host may move to
/// the other interface.
void join(nl_sock* socket, const std::string& name) {
  const int bridge = rtnl_link_get_ifindex(find_link(socket, kBridge).get());
  const int index = rtnl_link_get_ifindex(find_link(socket, name).get());
  check_netlink(rtnl_link_enslave_ifindex(socket, bridge, index), "join " + name + " to a bridge");
  const LinkObject change(rtnl_link_bridge_alloc());
  if (!change) throw Error("cannot join an interface to a bridge: out of memory");
  rtnl_link_set_family(change.get(), AF_BRIDGE);
  rtnl_link_set_ifindex(change.get(), index);
  rtnl_link_bridge_unset_flags(change.get(), RTNL_BRIDGE_LEARNING);
  check_netlink(rtnl_link_change(socket, change.get(), change.get(), 0), "change a bridge");
  // A frame to the MAC address of a port would end in the bridge.
  const Netlink<rtnl_neigh, rtnl_neigh_put> own(rtnl_neigh_alloc());
  if (!own) throw Error("cannot join an interface to a bridge: out of memory");
  rtnl_neigh_set_family(own.get(), AF_BRIDGE);
  rtnl_neigh_set_ifindex(own.get(), index);
  rtnl_neigh_set_flags(own.get(), NTF_MASTER);
  rtnl_neigh_set_lladdr(own.get(), parse_address(interface_state(name).mac, AF_LLC).get());
  check_netlink(rtnl_neigh_delete(socket, own.get(), 0), "change the addresses of a bridge");
}

/// Changes attributes that libnl 3.7 does not support, of an interface of the kind in the calling
/// thread's namespace: `put` adds them to IFLA_INFO_DATA.
void change_kind(const std::string& name, const char* kind,
                 const std::function<void(nl_msg*)>& put) {
  const NlMessage message = new_message();
  nlmsg_put(message.get(), NL_AUTO_PORT, NL_AUTO_SEQ, RTM_NEWLINK, sizeof(ifinfomsg), NLM_F_ACK);
  static_cast<ifinfomsg*>(nlmsg_data(nlmsg_hdr(message.get())))->ifi_index =
      static_cast<int>(if_nametoindex(name.c_str()));
  nlattr* const info = nla_nest_start(message.get(), IFLA_LINKINFO);
  nla_put_string(message.get(), IFLA_INFO_KIND, kind);
  nlattr* const data = nla_nest_start(message.get(), IFLA_INFO_DATA);
  put(message.get());
  nla_nest_end(message.get(), data);
  nla_nest_end(message.get(), info);
  if (const int refused = NetlinkSocket(NETLINK_ROUTE).request(message.get()); refused != 0)
    throw system_error("change " + name, refused);
}

/// The kernel queues the group frames that a macvlan receives for a worker, at most 1000 of them,
/// counts further ones only at the interface below, and lets other frames overtake them. Linux 6.4
/// and later can do without the queue; for earlier kernels, the queue is made long.
void take_group_frames_at_once(const InterfaceEnd& end) {
  // Earlier kernels ignore these attributes.
  constexpr int kQueueLength = 7;  // IFLA_MACVLAN_BC_QUEUE_LEN, Linux 5.13
  constexpr int kCutoff = 9;       // IFLA_MACVLAN_BC_CUTOFF; -1: no frame is queued
  constexpr std::uint32_t kFrames = 1'000'000;
  in_network_namespace(end.network_namespace, [&] {
    change_kind(end.name, "macvlan", [](nl_msg* message) {
      nla_put_u32(message, kQueueLength, kFrames);
      nla_put_s32(message, kCutoff, -1);
    });
  });
}

/// Makes a bridge that also forwards group frames which no host has joined by IGMP.
void make_plain_bridge() {
  const LinkObject made(rtnl_link_bridge_alloc());
  if (!made) throw Error("cannot make a bridge: out of memory");
  rtnl_link_set_name(made.get(), kBridge);
  rtnl_link_set_addr(made.get(), parse_address(kBridgeMac, AF_LLC).get());  // else that of a port
  check_netlink(
      rtnl_link_add(NetlinkSocket(NETLINK_ROUTE).get(), made.get(), NLM_F_CREATE | NLM_F_EXCL),
      "make a bridge");
  change_kind(kBridge, "bridge",
              [](nl_msg* message) { nla_put_u8(message, IFLA_BR_MCAST_SNOOPING, 0); });
}

/// The port of the device's own link, from 0.
std::string device_port(std::size_t device) {
  return fmt::format("{}{}", kDevicePrefix, device + 1);
}

/// Which frames pass from one interface of the bridge to another: `wire` is the interface with the
/// hosts behind it; what is neither it nor the server is a link.
std::string forwarding_rules(const std::string& server_mac,
                             const std::vector<DeviceWire>& devices) {
  std::vector<std::string> macs;
  std::vector<std::string> links;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    macs.push_back(devices[i].mac);
    links.push_back(fmt::format("{} . {}", devices[i].mac, device_port(i)));
  }
  const auto elements = [](const std::vector<std::string>& all) {
    return all.empty() ? "" : fmt::format("; elements = {{ {} }}", fmt::join(all, ", "));
  };
  return fmt::format(
      "table bridge seawind {{\n"
      "  set listed {{ type ether_addr{0}; }}\n"
      "  set own_links {{ type ether_addr . ifname{1}; }}\n"
      "  chain forward {{\n"
      "    type filter hook forward priority 0\n"
      "    iifname != {{ wire, server }} oifname != {{ wire, server }} drop\n"
      "    iifname wire oifname device* ether saddr . oifname != @own_links drop\n"
      "    iifname wire oifname port ether saddr @listed drop\n"
      "    oifname != wire ether daddr @listed drop\n"
      "    iifname server oifname device* drop\n"
      "    iifname server oifname port ether type != arp drop\n"
      "    iifname server oifname port arp operation request drop\n"
      "    oifname != {{ wire, server }} ether daddr {2} drop\n"
      "    oifname != {{ wire, server }} udp dport {{ 67, 68 }} drop\n"
      "    iifname != {{ wire, server }} udp dport {{ 67, 68 }} drop\n"
      "  }}\n"
      // Frames of the bridge itself (IGMP).
      "  chain own {{\n"
      "    type filter hook output priority 0\n"
      "    drop\n"
      "  }}\n"
      "}}\n",
      elements(macs), elements(links), server_mac);
}

}  // namespace

std::string wire_problem(const std::string& name, bool offloads, int mtu) {
  const unsigned index = if_nametoindex(name.c_str());
  if (index == 0) return fmt::format("there is no interface {}; see `ip link`", name);
  const NetlinkSocket socket(NETLINK_ROUTE);
  const LinkObject link = find_link(socket.get(), name);
  if ((rtnl_link_get_flags(link.get()) & IFF_UP) == 0)
    return fmt::format("{0} is down: `ip link set {0} up`", name);
  if (std::string problem = use_problem(name); !problem.empty()) return problem;
  if (!offloads && receive_settings(name).gro_or_lro)
    return fmt::format(
        "{0} joins packets that it receives: `ethtool -K {0} gro off lro off`, or `offloads: true` "
        "in the test set",
        name);
  if (const auto own = static_cast<int>(rtnl_link_get_mtu(link.get())); own < mtu)
    return fmt::format("{0} carries {1} bytes, the link's `mtu` is {2}: `ip link set {0} mtu {2}`",
                       name, own, mtu);
  return {};
}

void take_wire(const InterfaceEnd& end, const std::string& name) {
  if (const std::string problem = wire_problem(name, end.offloads, end.mtu); !problem.empty())
    throw Error("cannot use the interface for a link: " + problem);
  const LinkObject link(rtnl_link_macvlan_alloc());
  if (!link) throw Error("cannot take an interface: out of memory");
  describe_interface(link.get(), end);
  rtnl_link_set_link(link.get(), static_cast<int>(if_nametoindex(name.c_str())));
  check_netlink(rtnl_link_macvlan_set_mode(link.get(), rtnl_link_macvlan_str2mode("passthru")),
                "describe the link over " + name);
  check_netlink(
      rtnl_link_add(NetlinkSocket(NETLINK_ROUTE).get(), link.get(), NLM_F_CREATE | NLM_F_EXCL),
      "take " + name + ", which another macvlan, a bridge or a bond may have");
  take_group_frames_at_once(end);
  bring_up_interface(end);
}

void make_wire(const InterfaceEnd& host, int between, const std::string& name) {
  remove_wire(between);
  make_veth_pair(
      host,
      {.network_namespace = between, .name = kPort, .mtu = kPortMtu, .offloads = host.offloads});
  in_network_namespace(between, [] {
    make_plain_bridge();
    join(NetlinkSocket(NETLINK_ROUTE).get(), kPort);
  });
  bring_up_interface({.network_namespace = between, .name = kBridge});
  renew_wire(host, between, name);
}

void release_wire(int between) {
  // In a bridge, a macvlan receives all groups, and so does the interface below. A macvlan that is
  // removed while it is in the bridge leaves the interface in that state.
  in_network_namespace(between, [] {
    if (const unsigned wire = if_nametoindex(kWire); wire != 0)
      rtnl_link_release_ifindex(NetlinkSocket(NETLINK_ROUTE).get(), static_cast<int>(wire));
  });
  remove_interface(between, kWire);
}

void renew_wire(const InterfaceEnd& host, int between, const std::string& name) {
  release_wire(between);
  take_wire(
      {.network_namespace = between, .name = kWire, .mtu = host.mtu, .offloads = host.offloads},
      name);
  in_network_namespace(between, [] { join(NetlinkSocket(NETLINK_ROUTE).get(), kWire); });
}

void join_server(const InterfaceEnd& server, int between, const std::vector<DeviceWire>& devices) {
  make_veth_pair(server, {.network_namespace = between,
                          .name = kServer,
                          .mtu = server.mtu,
                          .offloads = server.offloads});
  std::string mac;
  in_network_namespace(server.network_namespace, [&] { mac = interface_state(server.name).mac; });
  for (std::size_t i = 0; i < devices.size(); ++i)
    make_veth_pair(devices[i].host, {.network_namespace = between,
                                     .name = device_port(i),
                                     .mtu = kPortMtu,
                                     .offloads = devices[i].host.offloads});
  in_network_namespace(between, [&] {
    const NetlinkSocket socket(NETLINK_ROUTE);
    Nft().run(forwarding_rules(mac, devices));
    join(socket.get(), kServer);
    for (std::size_t i = 0; i < devices.size(); ++i) join(socket.get(), device_port(i));
  });
}

void set_carrier(int between, bool on) {
  in_network_namespace(between, [on] {
    const NetlinkSocket socket(NETLINK_ROUTE);
    const LinkObject change(rtnl_link_alloc());
    if (!change) throw Error("cannot change an interface: out of memory");
    (on ? rtnl_link_set_flags : rtnl_link_unset_flags)(change.get(), IFF_UP);
    std::string port = kPort;
    for (std::size_t i = 0; if_nametoindex(port.c_str()) != 0; port = device_port(i++))
      check_netlink(
          rtnl_link_change(socket.get(), find_link(socket.get(), port).get(), change.get(), 0),
          "change the carrier of a link");
  });
}

OwnStackGuard::OwnStackGuard(const std::string& interface) {
  const unsigned index = if_nametoindex(interface.c_str());
  std::string rules;
  // Not at prerouting, where frames between ports of a bridge pass, too (br_netfilter).
  for (const char* const family : {"inet", "arp"})
    rules += fmt::format(
        "table {0} seawind-wire-{1} {{\n"
        "  flags owner\n"
        "  chain input {{\n"
        "    type filter hook input priority {2}\n"
        "    iif {1} drop\n"
        "  }}\n"
        "}}\n",
        family, index, std::numeric_limits<int>::min());
  nft_.run(rules);
}

InterfaceState wire_state(int between) {
  InterfaceState out;
  in_network_namespace(between, [&out] { out = interface_state(kWire); });
  return out;
}

void remove_wire(int between) {
  release_wire(between);
  for (const char* name : {kPort, kServer, kBridge}) remove_interface(between, name);
}

void send_probes(int network_namespace, const std::string& name, int number) {
  in_network_namespace(network_namespace, [&] {
    const Fd socket(::socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0));
    if (!socket) throw system_error("open a socket for frames");
    sockaddr_ll to{};
    to.sll_family = AF_PACKET;
    to.sll_protocol = htons(kExperimental);
    to.sll_ifindex = static_cast<int>(if_nametoindex(name.c_str()));
    std::array<std::uint8_t, kProbeBytes> frame{};
    std::fill_n(frame.begin(), ETH_ALEN, 0xFF);
    frame[ETH_ALEN] = 0x02;  // a local address
    frame[2 * ETH_ALEN] = kExperimental >> 8U;
    frame[2 * ETH_ALEN + 1] = kExperimental & 0xFFU;
    for (int i = 0; i < number; ++i)
      if (::sendto(socket.get(), frame.data(), frame.size(), 0,
                   reinterpret_cast<const sockaddr*>(&to), sizeof to) < 0)
        throw system_error("send a frame out of " + name);
  });
}

}  // namespace seawind
