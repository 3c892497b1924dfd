// SPDX-License-Identifier: GPL-3.0-or-later
#include "namespaces/interface.h"

#include <fmt/format.h>
#include <linux/gen_stats.h>
#include <linux/if_addr.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netlink/addr.h>
#include <netlink/route/addr.h>
#include <netlink/route/neighbour.h>

#include <array>
#include <string_view>

#include "common/wire/embedded_ipv4.h"
#include "common/wire/nat_pools.h"
#include "namespaces/interface_netlink.h"
#include "namespaces/netns.h"
#include "namespaces/offload.h"
#include "namespaces/outside.h"

namespace seawind {
namespace {

/// `peer`: of a point-to-point address; empty: none.
void add_address(nl_sock* socket, int index, const std::string& address, const std::string& name,
                 const std::string& peer = {}) {
  const Netlink<rtnl_addr, rtnl_addr_put> entry(rtnl_addr_alloc());
  rtnl_addr_set_ifindex(entry.get(), index);
  check_netlink(rtnl_addr_set_local(entry.get(), parse_address(address, AF_UNSPEC).get()),
                "set an address");
  if (!peer.empty())
    check_netlink(rtnl_addr_set_peer(entry.get(), parse_address(peer, AF_INET).get()),
                  "set the address of a peer");
  // Without this flag an IPv6 address is tentative, and cannot be a source, until a thread of the
  // kernel has run, even on an interface without duplicate address detection.
  if (address.find(':') != std::string::npos) rtnl_addr_set_flags(entry.get(), IFA_F_NODAD);
  check_netlink(rtnl_addr_add(socket, entry.get(), NLM_F_CREATE | NLM_F_REPLACE),
                "add " + address + " to " + name);
}

void add_neighbour(nl_sock* socket, int index, const Neighbour& neighbour) {
  const Netlink<rtnl_neigh, rtnl_neigh_put> entry(rtnl_neigh_alloc());
  rtnl_neigh_set_ifindex(entry.get(), index);
  rtnl_neigh_set_dst(entry.get(), parse_address(neighbour.address, AF_UNSPEC).get());
  rtnl_neigh_set_lladdr(entry.get(), parse_address(neighbour.mac, AF_LLC).get());
  rtnl_neigh_set_state(entry.get(), NUD_PERMANENT);
  check_netlink(rtnl_neigh_add(socket, entry.get(), NLM_F_CREATE | NLM_F_REPLACE),
                "add the neighbour " + neighbour.address);
}

void bring_up(nl_sock* socket, int index, const std::string& name, bool without_arp) {
  const LinkObject change(rtnl_link_alloc());
  rtnl_link_set_ifindex(change.get(), index);
  rtnl_link_set_flags(change.get(), IFF_UP | (without_arp ? unsigned{IFF_NOARP} : 0));
  check_netlink(rtnl_link_change(socket, change.get(), change.get(), 0), "bring up " + name);
}

std::string ipv6_settings(const std::string& name) {
  return "/proc/sys/net/ipv6/conf/" + name + "/";
}

/// Packets that the interface's queueing disciplines have dropped. A discipline such as fq_codel
/// accepts a packet and drops another one. Each also counts the drops of its children.
std::uint64_t dropped_by_queues(int index) {
  const NlMessage message = new_message();
  nlmsg_put(message.get(), NL_AUTO_PORT, NL_AUTO_SEQ, RTM_GETQDISC, sizeof(tcmsg), NLM_F_DUMP);
  std::uint64_t out = 0;
  NetlinkSocket(NETLINK_ROUTE).dump(message.get(), "look at queues", [&](nlmsghdr* header) {
    const auto& discipline = *static_cast<const tcmsg*>(nlmsg_data(header));
    if (discipline.tcm_ifindex != index ||
        (discipline.tcm_parent != TC_H_ROOT && discipline.tcm_parent != TC_H_INGRESS))
      return;
    std::array<nlattr*, TCA_STATS_MAX + 1> statistics{};
    nlattr* const all = nlmsg_find_attr(header, sizeof(tcmsg), TCA_STATS2);
    if (all == nullptr || nla_parse_nested(statistics.data(), TCA_STATS_MAX, all, nullptr) != 0 ||
        statistics[TCA_STATS_QUEUE] == nullptr)
      return;
    gnet_stats_queue queue{};
    nla_memcpy(&queue, statistics[TCA_STATS_QUEUE], sizeof queue);
    out += queue.drops;
  });
  return out;
}

/// `name` null: finds the interface by `index`.
InterfaceState state_of(unsigned index, const char* name) {
  const std::string look =
      fmt::format("look at {}", name != nullptr ? name : fmt::format("interface {}", index));
  rtnl_link* found = nullptr;
  const int result = rtnl_link_get_kernel(NetlinkSocket(NETLINK_ROUTE).get(),
                                          static_cast<int>(index), name, &found);
  if (result == -NLE_NODEV || result == -NLE_OBJ_NOTFOUND) return {};
  check_netlink(result, look);
  const LinkObject link(found);
  std::array<char, sizeof "02:00:00:00:00:02"> text{};
  constexpr unsigned kUsable = IFF_UP | IFF_RUNNING;
  const char* const type = rtnl_link_get_type(link.get());
  std::uint32_t carrier_changes = 0;
  check_netlink(rtnl_link_get_carrier_changes(link.get(), &carrier_changes), look);
  return {.mac = nl_addr2str(rtnl_link_get_addr(link.get()), text.data(), text.size()),
          .running = (rtnl_link_get_flags(link.get()) & kUsable) == kUsable,
          .has_master = rtnl_link_get_master(link.get()) != 0,
          .is_bridge = std::string_view(type == nullptr ? "" : type) == "bridge",
          .mtu = rtnl_link_get_mtu(link.get()),
          .carrier_changes = carrier_changes,
          .unsent = rtnl_link_get_stat(link.get(), RTNL_LINK_TX_DROPPED) +
                    rtnl_link_get_stat(link.get(), RTNL_LINK_TX_ERRORS),
          .queue_drops = dropped_by_queues(rtnl_link_get_ifindex(link.get()))};
}

}  // namespace

AddressObject parse_address(const std::string& text, int family) {
  nl_addr* address = nullptr;
  check_netlink(nl_addr_parse(text.c_str(), family, &address), "read the address " + text);
  return AddressObject(address);
}

void describe_interface(rtnl_link* link, const InterfaceEnd& end) {
  if (end.name.empty() || end.name.size() >= IFNAMSIZ)
    throw Error("cannot make the interface '" + end.name +
                "': its name must have 1 to 15 characters");
  rtnl_link_set_name(link, end.name.c_str());
  rtnl_link_set_mtu(link, static_cast<unsigned>(end.mtu));
  rtnl_link_set_ns_fd(link, end.network_namespace);
  if (!end.mac.empty()) rtnl_link_set_addr(link, parse_address(end.mac, AF_LLC).get());
}

void configure_interface(const InterfaceEnd& end) {
  in_network_namespace(end.network_namespace, [&end] { switch_offloads(end.name, end.offloads); });
  bring_up_interface(end);
}

void bring_up_interface(const InterfaceEnd& end) {
  in_network_namespace(end.network_namespace, [&end] {
    const NetlinkSocket socket(NETLINK_ROUTE);
    const int index = static_cast<int>(if_nametoindex(end.name.c_str()));
    if (!end.address.empty()) add_address(socket.get(), index, end.address, end.name, end.peer);
    const bool has_ipv6 = !end.nat64_prefixes.empty();
    if (has_ipv6) write_setting(ipv6_settings(end.name) + "addr_gen_mode", "1");  // none
    bring_up(socket.get(), index, end.name, has_ipv6);
    std::vector<Neighbour> neighbours = end.neighbours;
    if (has_ipv6) {
      write_setting(ipv6_settings(end.name) + "disable_ipv6", "0");
      add_address(socket.get(), index, std::string(kNat64Host) + kNat64HostPrefix, end.name);
      neighbours.push_back({kNat64Router, neighbours.at(0).mac});
    }
    // Earlier entries are gone: the kernel removes them when IFF_NOARP changes.
    for (const auto& neighbour : neighbours) add_neighbour(socket.get(), index, neighbour);
  });
  if (!end.pool_gateway.empty()) add_route(end.network_namespace, kNatPools, end.pool_gateway);
  for (const auto& prefix : end.nat64_prefixes)
    add_route(end.network_namespace, prefix, kNat64Router);
}

LinkObject find_link(nl_sock* socket, const std::string& name, const std::string& verb) {
  rtnl_link* found = nullptr;
  check_netlink(rtnl_link_get_kernel(socket, 0, name.c_str(), &found), verb + " " + name);
  return LinkObject(found);
}

PacketCounts count_packets(int network_namespace, const std::string& name) {
  PacketCounts out;
  in_network_namespace(network_namespace, [&] {
    const LinkObject link =
        find_link(NetlinkSocket(NETLINK_ROUTE).get(), name, "read the counters of");
    const auto counter = [&link](rtnl_link_stat_id_t which) {
      return static_cast<std::int64_t>(rtnl_link_get_stat(link.get(), which));
    };
    out.received = counter(RTNL_LINK_RX_PACKETS);
    out.sent = counter(RTNL_LINK_TX_PACKETS) + counter(RTNL_LINK_TX_DROPPED) +
               counter(RTNL_LINK_TX_ERRORS);
  });
  return out;
}

InterfaceState interface_state(const std::string& name) {
  return state_of(0, name.c_str());
}

InterfaceState interface_state(unsigned index) {
  return index == 0 ? InterfaceState() : state_of(index, nullptr);
}

void remove_interface(int network_namespace, const std::string& name) {
  in_network_namespace(network_namespace, [&name] {
    const unsigned index = if_nametoindex(name.c_str());
    if (index == 0) return;
    const LinkObject link(rtnl_link_alloc());
    rtnl_link_set_ifindex(link.get(), static_cast<int>(index));
    const int result = rtnl_link_delete(NetlinkSocket(NETLINK_ROUTE).get(), link.get());
    if (result != -NLE_NODEV && result != -NLE_OBJ_NOTFOUND)
      check_netlink(result, "remove " + name);
  });
}

}  // namespace seawind
