// SPDX-License-Identifier: GPL-3.0-or-later
#include "namespaces/tcp_split.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <linux/fib_rules.h>
#include <linux/filter.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netlink/addr.h>
#include <netlink/route/nexthop.h>
#include <netlink/route/route.h>
#include <netlink/route/rule.h>
#include <sys/socket.h>

#include <array>
#include <span>

#include "common/error.h"
#include "common/netlink/socket.h"
#include "namespaces/interface_netlink.h"
#include "namespaces/netns.h"
#include "namespaces/nft.h"

namespace seawind {
namespace {

constexpr auto kTried = "split TCP connections at the fixed host";
constexpr int kDelivered = 1;  // the mark of packets for a socket of this host
constexpr int kTable = 100;    // their routing table

/// The mark of a verdict's packets. That of kAccept is kDelivered.
constexpr int mark_of(std::size_t verdict) {
  return kDelivered + static_cast<int>(verdict);
}

/// What nftables does with a SYN, by SynVerdict.
constexpr std::array<const char*, kSynVerdicts> kActions{
    "accept",
    "reject with tcp reset",
    "reject with icmp net-unreachable",
    "reject with icmp host-unreachable",
    "reject with icmp admin-prohibited",
};

/// A socket for IPv4 packets at `interface` that receives those that `filter` accepts.
Fd packet_socket(const std::string& interface, std::span<const sock_filter> filter, int mark) {
  Fd made(socket(AF_PACKET, SOCK_DGRAM | SOCK_CLOEXEC, 0));  // receives nothing before bind()
  sock_fprog program{.len = static_cast<unsigned short>(filter.size()),
                     .filter = const_cast<sock_filter*>(filter.data())};
  sockaddr_ll at{};
  at.sll_family = AF_PACKET;
  at.sll_protocol = htons(ETH_P_IP);
  at.sll_ifindex = static_cast<int>(if_nametoindex(interface.c_str()));
  const int on = 1;
  const int buffer = 1 << 20;  // for many SYNs at once; the kernel reduces it to what it permits
  if (!made || at.sll_ifindex == 0 ||
      setsockopt(made.get(), SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program) != 0 ||
      setsockopt(made.get(), SOL_PACKET, PACKET_IGNORE_OUTGOING, &on, sizeof on) != 0 ||
      setsockopt(made.get(), SOL_SOCKET, SO_RCVBUF, &buffer, sizeof buffer) != 0 ||
      setsockopt(made.get(), SOL_SOCKET, SO_MARK, &mark, sizeof mark) != 0 ||
      bind(made.get(), reinterpret_cast<const sockaddr*>(&at), sizeof at) != 0)
    throw system_error(kTried);
  return made;
}

Fd request_socket(const std::string& interface) {
  constexpr std::uint32_t kWhole = 0xffff;
  const sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 9),  // protocol
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, IPPROTO_TCP, 0, 8),
      BPF_STMT(BPF_LD | BPF_H | BPF_ABS, 6),  // more fragments, fragment offset
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x3fff, 6, 0),
      BPF_STMT(BPF_LDX | BPF_B | BPF_MSH, 0),            // length of the IP header
      BPF_STMT(BPF_LD | BPF_B | BPF_IND, 13),            // flags
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x04, 2, 0),  // RST
      BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0x13),         // FIN, SYN, ACK
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x02, 0, 1),   // SYN alone
      BPF_STMT(BPF_RET | BPF_K, kWhole),
      BPF_STMT(BPF_RET | BPF_K, 0),
  };
  return packet_socket(interface, filter, 0);
}

Fd verdict_socket(std::size_t verdict) {
  const sock_filter nothing[] = {BPF_STMT(BPF_RET | BPF_K, 0)};
  return packet_socket("lo", nothing, mark_of(verdict));
}

/// A listening socket for the target of "tproxy". It is at the loopback address, so that the link's
/// clients do not reach it by its own port.
Fd transparent_listener() {
  Fd made(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in own{};
  own.sin_family = AF_INET;
  own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int on = 1;
  if (!made || setsockopt(made.get(), SOL_IP, IP_TRANSPARENT, &on, sizeof on) != 0 ||
      bind(made.get(), reinterpret_cast<const sockaddr*>(&own), sizeof own) != 0 ||
      listen(made.get(), SOMAXCONN) != 0)
    throw system_error(kTried);
  return made;
}

std::uint16_t port_of(const Fd& listener) {
  sockaddr_in own{};
  socklen_t length = sizeof own;
  if (getsockname(listener.get(), reinterpret_cast<sockaddr*>(&own), &length) != 0)
    throw system_error(kTried);
  return ntohs(own.sin_port);
}

std::string rules(const std::string& interface, const std::string& address,
                  const std::vector<std::uint16_t>& ports, const Fd& redirected) {
  std::string out;
  const auto add = [&out](const std::string& rule) { out += "    " + rule + "\n"; };
  const std::string from_link = fmt::format("iifname \"{}\" meta l4proto tcp", interface);
  const std::string syn = "tcp flags & (fin | syn | rst | ack) == syn";
  const std::string other = fmt::format("ip daddr != {}", address);
  if (redirected)
    add(fmt::format("iifname lo meta mark {} {} meta l4proto tcp tproxy to 127.0.0.1:{} accept",
                    kDelivered, other, port_of(redirected)));
  for (std::size_t i = 0; i < kActions.size(); ++i)
    add(fmt::format("iifname lo meta mark {} meta l4proto tcp {}", mark_of(i), kActions[i]));
  if (!ports.empty())
    add(fmt::format("{} ip daddr {} tcp dport {{ {} }} {} drop", from_link, address,
                    fmt::join(ports, ", "), syn));
  if (redirected) {
    add(fmt::format("{} {} {} drop", from_link, other, syn));
    add(fmt::format("{} {} socket transparent 1 meta mark set {} accept", from_link, other,
                    kDelivered));
    // ICMP errors for packets of connections of this host: "fragmentation needed", for example.
    constexpr auto kQuotesTcp = "@th,136,8 6";  // the protocol of the quoted IP header
    add(fmt::format(
        "iifname \"{}\" {} icmp type destination-unreachable {} meta mark set {} accept", interface,
        other, kQuotesTcp, kDelivered));
    // The kernel sends no RST from an address that it does not have.
    add(fmt::format("{} {} reject with tcp reset", from_link, other));
  }
  return fmt::format(
      "table ip seawind_split {{\n"
      "  chain requests {{\n"
      "    type filter hook prerouting priority raw;\n"
      "{}"
      "  }}\n"
      "}}\n",
      out);
}

/// Packets with the mark kDelivered are for this host, whatever their destination.
void deliver_marked() {
  const NetlinkSocket netlink(NETLINK_ROUTE);
  const Netlink<rtnl_rule, rtnl_rule_put> rule(rtnl_rule_alloc());
  rtnl_rule_set_family(rule.get(), AF_INET);
  rtnl_rule_set_mark(rule.get(), kDelivered);
  rtnl_rule_set_table(rule.get(), kTable);
  rtnl_rule_set_action(rule.get(), FR_ACT_TO_TBL);
  check_netlink(rtnl_rule_add(netlink.get(), rule.get(), NLM_F_EXCL), kTried);
  const AddressObject everything = parse_address("default", AF_INET);
  const Netlink<rtnl_route, rtnl_route_put> route(rtnl_route_alloc());
  rtnl_route_set_family(route.get(), AF_INET);
  rtnl_route_set_dst(route.get(), everything.get());
  rtnl_route_set_type(route.get(), RTN_LOCAL);
  rtnl_route_set_scope(route.get(), RT_SCOPE_HOST);
  rtnl_route_set_table(route.get(), kTable);
  rtnl_nexthop* const hop = rtnl_route_nh_alloc();  // owned by the route
  rtnl_route_nh_set_ifindex(hop, static_cast<int>(if_nametoindex("lo")));
  rtnl_route_add_nexthop(route.get(), hop);
  check_netlink(rtnl_route_add(netlink.get(), route.get(), NLM_F_EXCL), kTried);
}

}  // namespace

SplitSockets split_tcp(int network_namespace, const std::string& interface,
                       const std::string& address, const std::vector<std::uint16_t>& ports,
                       bool others) {
  SplitSockets made;
  in_network_namespace(network_namespace, [&] {
    // A SYN with a verdict comes from loopback, where its source is not expected.
    for (const char* where : {"all", "lo"})
      write_setting(fmt::format("/proc/sys/net/ipv4/conf/{}/rp_filter", where), "0");
    // Kernels before 6.11 limit the rate of ICMP messages also for packets from loopback.
    write_setting("/proc/sys/net/ipv4/icmp_ratemask", "0");
    made.requests = request_socket(interface);
    for (std::size_t i = 0; i < kActions.size(); ++i) made.verdicts.push_back(verdict_socket(i));
    if (others) {
      made.redirected = transparent_listener();
      deliver_marked();
    }
    Nft().run(rules(interface, address, ports, made.redirected));
  });
  return made;
}

}  // namespace seawind
