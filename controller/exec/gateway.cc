// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/gateway.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <random>
#include <utility>

#include "common/error.h"
#include "controller/exec/free_addresses.h"
#include "controller/exec/gateway_losses.h"
#include "controller/testbed/firewall.h"
#include "namespaces/connection_tracking.h"
#include "namespaces/netns.h"
#include "namespaces/offload.h"
#include "namespaces/outside.h"
#include "namespaces/veth.h"

namespace seawind {
namespace {

/// Packets must pass these hooks: with `nat`, forward; to a service of this machine, input.
std::vector<std::string> hooks_of(const GatewayPlan& plan) {
  std::vector<std::string> out;
  if (plan.nat) out.emplace_back("forward");
  in_addr server{};
  const bool own_server = inet_pton(AF_INET, plan.caller_name_server.c_str(), &server) == 1 &&
                          (plan.caller_name_server.starts_with("127.") || is_own_address(server));
  if (!plan.expose.empty() || own_server) out.emplace_back("input");
  return out;
}

constexpr int kHostPorts = 15'872;  // half of those below Linux's default for local ports
constexpr int kFirstPort = 1024;
constexpr int kLastPort = 65535;

/// The ports below net.ipv4.ip_local_port_range of the calling thread's network namespace, or those
/// above it, whichever are enough.
std::optional<std::pair<int, int>> free_ports() {
  int low = kFirstPort;
  int high = kLastPort;
  std::ifstream("/proc/sys/net/ipv4/ip_local_port_range") >> low >> high;
  const std::pair<int, int> below{kFirstPort, low - 1};
  const std::pair<int, int> above{high + 1, kLastPort};
  for (const auto& range : {below, above})
    if (range.second - range.first + 1 >= kHostPorts) return range;
  return {};
}

/// What follows `masquerade to` or the address of `snat` in a rule: ":FIRST-LAST", source ports for
/// connections of the run. The kernel could otherwise give them the ports of this machine's
/// connections that began before it tracked connections. Ports in the range are kept.
std::string source_ports() {
  const auto ports = free_ports();
  return ports ? fmt::format(":{}-{}", ports->first, ports->second) : "";
}

/// Timeouts of connection tracking for a connection that is being opened, that one side has closed,
/// or whose last packets were not answered. With the kernel's defaults, one to five minutes, the
/// rules would drop a late answer.
constexpr int kTcpTimeout = 3600;   // s
constexpr int kResetTimeout = 120;  // s, as after an end by both sides
struct TcpTimeout {
  const char* policy;   // its name in rules
  const char* setting;  // net.netfilter.nf_conntrack_tcp_timeout_...
  int seconds;
};
constexpr std::array<TcpTimeout, 7> kTcpTimeouts{{{"syn_recv", "syn_recv", kTcpTimeout},
                                                  {"fin_wait", "fin_wait", kTcpTimeout},
                                                  {"close_wait", "close_wait", kTcpTimeout},
                                                  {"last_ack", "last_ack", kTcpTimeout},
                                                  {"retrans", "max_retrans", kTcpTimeout},
                                                  {"unack", "unacknowledged", kTcpTimeout},
                                                  {"close", "close", kResetTimeout}}};

/// A random MAC address for the run's own interface. It identifies the interface in the journal,
/// because another interface may have its name.
std::string own_mac() {
  std::random_device entropy;
  const unsigned drawn = entropy();
  return fmt::format("02:00:{:02x}:{:02x}:{:02x}:{:02x}", drawn >> 24U, drawn >> 16U & 0xff,
                     drawn >> 8U & 0xff, drawn & 0xff);
}

/// A random address of 127.64.0.0/10 for the clients of this run's services: this machine's TCP
/// caches the round-trip time and segment size of an address for later connections, and no other
/// connection has this address.
std::string clients_address() {
  std::random_device entropy;
  const unsigned drawn = entropy();
  return fmt::format("127.{}.{}.{}", 64 + (drawn >> 16U) % 64, (drawn >> 8U) % 256,
                     1 + drawn % 254);
}

/// A rule for frames between ports of a bridge, which pass the hook `forward` where br_netfilter is
/// on. Empty: the interface is no bridge.
std::string bridged_packets_pass(unsigned interface) {
  char name[IF_NAMESIZE] = {};
  if (if_indextoname(interface, name) == nullptr) return {};
  const InterfaceState state = interface_state(name);
  if (!state.is_bridge) return {};
  return fmt::format("    iif {0} oif {0} ether daddr != {1} return\n", interface, state.mac);
}

CountedGateway counted(const GatewayPlan& plan, const std::string& interface,
                       const std::string& fixed_host) {
  return {.interface = interface,
          .mtu = plan.mtu,
          .network = fixed_host.substr(0, fixed_host.rfind('.')) + ".0",
          .client = fixed_host,
          .nat = plan.nat,
          .old_connections = plan.old_connections};
}

/// Rules of the caller's namespace. `switched_on`: interfaces whose forwarding this run has
/// switched on. They still do not forward for others: packets that do not belong to a test bed are
/// dropped, except multicast ones, whose forwarding is another setting.
std::string gateway_rules(const GatewayPlan& plan, const std::string& interface,
                          const std::string& gateway, const std::string& fixed_host,
                          const std::vector<unsigned>& switched_on) {
  std::string translated;
  if (!plan.expose.empty())
    translated += fmt::format("    ip daddr {} tcp dport {{ {} }} dnat to 127.0.0.1\n", gateway,
                              fmt::join(plan.expose, ", "));
  if (!plan.caller_name_server.empty())
    translated +=
        fmt::format("    ip daddr {} meta l4proto {{ tcp, udp }} th dport 53 dnat to {}\n", gateway,
                    plan.caller_name_server);
  const std::string ports = source_ports();
  std::string tcp_policy;
  for (const TcpTimeout& one : kTcpTimeouts)
    tcp_policy += fmt::format("{}{} : {}", tcp_policy.empty() ? "" : ", ", one.policy, one.seconds);
  std::string others;
  for (const unsigned index : switched_on) others += bridged_packets_pass(index);
  if (!switched_on.empty())
    others += fmt::format("    iif {{ {} }} oifname != \"{}*\" ip daddr != 224.0.0.0/4 drop\n",
                          fmt::join(switched_on, ", "), kOwnPrefix);
  return fmt::format(
      "table ip {0} {{\n"
      "  flags owner\n"
      "  ct timeout of_tcp {{ protocol tcp; policy = {{ {7} }}; }}\n"
      "  ct timeout of_udp {{ protocol udp; policy = {{ unreplied : {8}, replied : {8} }}; }}\n"
      "{9}"
      "  chain timeouts {{\n"
      "    type filter hook prerouting priority -150\n"
      "    iifname {0} meta l4proto tcp ct timeout set \"of_tcp\"\n"
      "    iifname {0} meta l4proto udp ct timeout set \"of_udp\"\n"
      "  }}\n"
      // What connection tracking of the fixed host finds invalid (UDP-Lite, segments with
      // impossible flags) is not translated there. Answers would leave for another machine.
      "  chain untranslated {{\n"
      "    type filter hook prerouting priority -149\n"
      "    iifname {0} ip saddr != {4} drop\n"
      "  }}\n"
      "  chain unroutable {{\n"
      "    type filter hook prerouting priority -300\n"
      "    iifname {0} ip daddr 127.0.0.0/8 drop\n"
      // A router does not forward datagrams to a broadcast address (RFC 2644); the services here
      // would answer from another address.
      "    iifname {0} meta l4proto udp fib daddr type broadcast drop\n"
      "  }}\n"
      "  chain services {{\n"
      "    type nat hook prerouting priority -100\n"
      "    iifname != {0} return\n"
      "{1}"
      "  }}\n"
      // Loopback services see clients at clients_address(). Datagram services at any other address
      // see them there, as they see this machine's own programs: one bound to all addresses would
      // otherwise answer from the address of {0}, which no client expects.
      "  chain clients {{\n"
      "    type nat hook input priority 100\n"
      "    iifname {0} ip daddr 127.0.0.0/8 snat to {6}\n"
      "    iifname {0} meta pkttype host meta l4proto udp snat to ip daddr{5}\n"
      "  }}\n"
      "  chain input {{\n"
      "    type filter hook input priority 0\n"
      "    iifname {0} ct status dnat accept\n"
      "    iifname {0} {2}\n"
      "  }}\n"
      // A packet that connection tracking no longer has is not translated, and must not leave.
      "  chain forward {{\n"
      "    type filter hook forward priority 0\n"
      "    iifname {0} ct state invalid drop\n"
      "    iifname {0} {2}\n"
      "    oifname {0} ct state established,related accept\n"
      "    oifname {0} drop\n"
      "  }}\n"
      "  chain others {{\n"
      "    type filter hook forward priority 0\n"
      "{3}"
      "  }}\n"
      // What this machine sends to the fixed host does not cross the link.
      "  chain output {{\n"
      "    type filter hook output priority 0\n"
      "    oifname {0} ct state established,related accept\n"
      "    oifname {0} reject\n"
      "  }}\n"
      "  chain leaving {{\n"
      "    type nat hook postrouting priority 100\n"
      "    ip saddr {4} oifname != {0} meta l4proto {{ tcp, udp }} masquerade{10}\n"
      "    ip saddr {4} oifname != {0} masquerade\n"
      "  }}\n"
      "}}\n",
      interface, translated, plan.nat ? "accept" : "drop", others, fixed_host, ports,
      clients_address(), tcp_policy, kUdpTimeout,
      counting_rules(counted(plan, interface, fixed_host)), ports.empty() ? "" : " to " + ports);
}

/// Rules of the fixed host. They end with it.
std::string fixed_host_rules(const GatewayPlan& plan, const std::string& gateway,
                             const CountedGateway& counted) {
  constexpr int kTcpHeaders = 40;
  std::string exposed;
  if (!plan.expose.empty()) {
    const std::string rule = fmt::format("ip daddr {} tcp dport {{ {} }} dnat to {}\n",
                                         plan.fixed_address, fmt::join(plan.expose, ", "), gateway);
    exposed = fmt::format(
        "  chain exposed {{\n"
        "    type nat hook prerouting priority -100\n"
        "    {0}"
        "  }}\n"
        "  chain own {{\n"
        "    type nat hook output priority -100\n"
        "    {0}"
        "  }}\n"
        // A service of the loopback interface would announce that interface's segment size.
        "  chain segments {{\n"
        "    type filter hook forward priority -150\n"
        "    iifname {1} tcp flags syn tcp option maxseg size set {2}\n"
        "  }}\n",
        rule, kOutsideInterface, plan.mtu - kTcpHeaders);
  }
  return fmt::format(
      "table ip {} {{\n"
      "{}{}"
      "  chain leaving {{\n"
      "    type nat hook postrouting priority 100\n"
      "    oifname {} masquerade\n"
      "  }}\n"
      "}}\n",
      kFixedHostTable, exposed, fixed_host_counting_rules(counted), kOutsideInterface);
}

/// nftables of the calling thread's network namespace. Throws Error if packets may not pass it.
Nft where_packets_pass(const GatewayPlan& plan) {
  constexpr std::uint16_t kNameServer = 53;
  if (!plan.caller_name_server.empty() && std::ranges::count(plan.expose, kNameServer) > 0)
    throw Error("port 53 of its address is that of the name server");
  if (const std::string firewall = dropping_firewall(hooks_of(plan)); !firewall.empty())
    throw Error("this machine's firewall may drop its packets (" + firewall + ")");
  // The rules give a packet an address of the interface by which it leaves.
  const OutsideRoute route = outside_route_to(kAnywhere);
  if (const std::string given = masquerade_source(route); plan.nat && given != route.source)
    throw Error(fmt::format("this machine sends from {}, and translation would give {}",
                            route.source, given.empty() ? "no address" : given));
  return Nft();
}

/// Describes the route to `address` if it does not use `interface`; empty: it does.
std::string other_route(const std::string& address, const std::string& interface) {
  const std::string route = outside_route_to(address).interface;
  if (route == interface) return {};
  return fmt::format(
      "this machine sends what is for {} by {}, not {}: `ip rule`, `ip route get {}`", address,
      route.empty() ? "no route" : route, interface, address);
}

}  // namespace

void take_ports_of_gateway(int network_namespace, const std::string& gateway) {
  const auto ports = free_ports();
  if (!ports) return;
  const auto [first, last] = *ports;
  const bool second =
      (ntohl(inet_addr(gateway.c_str())) >> 16U & 1U) != 0 && last - first + 1 >= 2 * kHostPorts;
  // Where calls are nested, the outer gateways keep those next to 32768 as well.
  const bool from_above = (first == kFirstPort) != second;
  const int low = from_above ? last - kHostPorts + 1 : first;
  in_network_namespace(network_namespace, [low] {
    write_setting("/proc/sys/net/ipv4/ip_local_port_range",
                  fmt::format("{} {}", low, low + kHostPorts - 1));
  });
}

Gateway::Gateway(const GatewayPlan& plan, int fixed_host)
    : nat_(plan.nat),
      fixed_host_(fcntl(fixed_host, F_DUPFD_CLOEXEC, 0)),
      rules_(where_packets_pass(plan)) {
  if (!fixed_host_) throw system_error("keep a network namespace");
  if (nat_) route_.emplace();
  std::vector<Network> taken = taken_networks();
  // The interface of a run that was killed is gone, but its gateway may not have ended.
  for (const auto& run : journal_.in_use())
    if (const auto network = network_of(run.interface)) taken.push_back(*network);
  // An interface of such a name may be somebody else's.
  for (int n = 0; n < 256; ++n)
    if (const auto name = fmt::format("{}{}", kOwnPrefix, n); if_nametoindex(name.c_str()) != 0)
      taken.push_back(*network_of(name));
  const FreeAddresses free = choose_addresses(taken);
  if (!free.unused) throw Error("every network 10.N.0.0/23 is in use");
  interface_ = fmt::format("{}{}", kOwnPrefix, free.number);
  address_ = free.gateway;
  fixed_address_ = free.gateway_client;
  const std::string mac = own_mac();
  const auto switched_on =
      journal_.record({.interface = interface_, .mac = mac, .client = fixed_address_},
                      plan.nat ? addressed_interfaces() : std::vector<std::string>());
  make_interfaces(fixed_host, plan.mtu, plan.nat, mac);
  made_ = interface_state(interface_);
  watch_.emplace(if_nametoindex(interface_.c_str()), interface_, address_,
                 InterfaceWatch::Own{.mac = made_.mac, .mtu = made_.mtu, .forwards = plan.nat});
  if (const std::string other = other_route(fixed_address_, interface_); !other.empty())
    throw Error(other);
  rules_.run(gateway_rules(plan, interface_, address_, fixed_address_, switched_on));
  journal_.switch_on();
  in_network_namespace(fixed_host, [&] {
    Nft().run(fixed_host_rules(plan, address_, counted(plan, interface_, fixed_address_)));
    // A packet that was late on the link is still one of its connection.
    const std::string tracking = "/proc/sys/net/netfilter/nf_conntrack_";
    write_setting(tracking + "tcp_be_liberal", "1");
    for (const TcpTimeout& one : kTcpTimeouts)
      write_setting(tracking + "tcp_timeout_" + one.setting, std::to_string(one.seconds));
    forward_packets();
    for (const std::uint16_t port : plan.expose) reserved_.push_back(bound_tcp_socket(port));
  });
  if (plan.nat) add_route(fixed_host, "default", address_);
  without_room_ = without_room();
  journal_.unlock();
}

std::uint64_t Gateway::without_room() const {
  std::uint64_t out = connections_without_room();
  in_network_namespace(fixed_host_.get(), [&out] { out += connections_without_room(); });
  return out;
}

void Gateway::follow_changes() {
  if (route_) route_->update();
  watch_->update();
  if (others_pass_ || !journal_.forwarding_of_all_has_changed()) return;
  others_pass_ = true;
  rules_.run(fmt::format("flush chain ip {} others", interface_));
}

std::string Gateway::problem() {
  try {
    const InterfaceState state = interface_state(interface_);
    if (!state.running) return interface_ + " is gone or down";
    if (state.carrier_changes != made_.carrier_changes) return interface_ + " went down or up";
    if (const std::string& change = watch_->update(); !change.empty()) return change;
    // What others changed before the watch began.
    if (state.mac != made_.mac) return fmt::format("the MAC address of {} was changed", interface_);
    if (state.mtu != made_.mtu) return fmt::format("the MTU of {} was changed", interface_);
    if (state.has_master) return interface_ + " was made a port of another interface";
    in_addr own{};
    if (inet_pton(AF_INET, address_.c_str(), &own) != 1 || !is_own_address(own))
      return fmt::format("{} has lost its address", interface_);
    if (nat_ && !forwards(interface_))
      return fmt::format("net.ipv4.conf.{}.forwarding was switched off", interface_);
    if (std::string other = other_route(fixed_address_, interface_); !other.empty()) return other;
    follow_changes();
    if (const std::uint64_t unsent =
            state.unsent + state.queue_drops - made_.unsent - made_.queue_drops;
        unsent > 0)
      return fmt::format("{} packet{} did not get back through {}", unsent, unsent == 1 ? "" : "s",
                         interface_);
    if (route_ && !route_->problem().empty()) return route_->problem();
    if (const std::uint64_t lost = without_room() - without_room_; lost > 0)
      return fmt::format(
          "connection tracking did not take {} connection{}: net.netfilter.nf_conntrack_max, two "
          "began at once with the same port, or all ports to one server are in use",
          lost, lost == 1 ? "" : "s");
    return dropped_beside_the_link(rules_, interface_, fixed_host_.get());
  } catch (const Error& error) {
    return error.what();
  }
}

void Gateway::make_interfaces(int fixed_host, int mtu, bool nat, const std::string& mac) const {
  constexpr auto kPrefix = "/30";
  const Fd own = current_network_namespace();
  make_veth_pair({.network_namespace = own.get(),
                  .name = interface_,
                  .mtu = mtu,
                  .offloads = true,
                  .address = address_ + kPrefix,
                  .mac = mac},
                 {.network_namespace = fixed_host,
                  .name = kOutsideInterface,
                  .mtu = mtu,
                  .offloads = true,
                  .address = fixed_address_ + kPrefix});
  // Each end counts what the other one sends: it neither cuts nor joins.
  switch_receive_offload_off(interface_);
  in_network_namespace(fixed_host, [] { switch_receive_offload_off(kOutsideInterface); });
  const std::string settings = fmt::format("/proc/sys/net/ipv4/conf/{}/", interface_);
  write_setting(settings + "forwarding", nat ? "1" : "0");
  write_setting(settings + "route_localnet", "1");
  // The rules are for IPv4 only.
  disable_ipv6(interface_);
}

}  // namespace seawind
