// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/outside_access.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <fstream>
#include <set>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/print_error.h"
#include "common/printable.h"
#include "controller/exec/exec_plan.h"
#include "controller/exec/name_server.h"

namespace seawind {
namespace {

constexpr std::chrono::milliseconds kStallLimit{500};  // of the forwarder

/// The default congestion control of this machine.
std::string own_congestion_control() {
  std::string name;
  std::ifstream("/proc/sys/net/ipv4/tcp_congestion_control") >> name;
  return name.empty() ? "unknown" : printable(name);
}

/// Whether packets to the address do not leave a host: 127.0.0.0/8 and 0.0.0.0/8. A program can
/// still send them through an interface (SO_BINDTODEVICE).
bool is_of_own_host(const in_addr& address) {
  const std::uint32_t first = ntohl(address.s_addr) >> 24U;
  return first == IN_LOOPBACKNET || first == 0;
}

constexpr std::uint16_t kNamePort = 53;

/// The destinations of connections that are split at the fixed host. Connections to its own
/// address, or of its own programs, lead to this machine's loopback interface.
TcpForwarder::Destination destination_for(const ExecOptions& options,
                                          const FreeAddresses& addresses) {
  const in_addr_t fixed = inet_addr(addresses.hosts.fixed.c_str());
  const in_addr_t name_server = inet_addr(addresses.name_server.c_str());
  const in_addr_t own_server = inet_addr(own_name_server().c_str());
  return [=, ports = std::set(options.expose.begin(), options.expose.end()),
          nat = options.nat](const sockaddr_in& requested) -> std::optional<sockaddr_in> {
    sockaddr_in to = requested;
    if (const in_addr loopback{htonl(INADDR_LOOPBACK)};
        requested.sin_addr.s_addr == fixed || requested.sin_addr.s_addr == loopback.s_addr) {
      if (!ports.contains(ntohs(requested.sin_port))) return {};
      to.sin_addr = loopback;
    } else if (!nat || is_of_own_host(requested.sin_addr)) {
      return {};
    } else if (requested.sin_addr.s_addr == name_server) {
      // Only name resolution: the server may be on the loopback interface, whose other services
      // must stay hidden.
      if (own_server == INADDR_NONE || requested.sin_port != htons(kNamePort)) return {};
      to.sin_addr.s_addr = own_server;
    }
    return to;
  };
}

}  // namespace

OutsideAccess::OutsideAccess(const Plan& plan, const ExecOptions& options,
                             const FreeAddresses& addresses, LocalTestBed& bed,
                             const Recording& recording) {
  if (!options.nat && options.expose.empty()) return;
  const auto hosts = bed.namespaces(kExecSlot);
  if (connect_gateway(plan, options, addresses, hosts, recording)) return;
  std::vector<Fd> listeners;
  for (const std::uint16_t port : options.expose) listeners.push_back(bed.listen(kExecSlot, port));
  if (options.nat) {
    route_.emplace();
    bed.forward_to_outside(kExecSlot);
    connect_slirp(options, addresses, hosts, recording);
    if (slirp_) bed.resolve_neighbour(kExecSlot, addresses.outside_gateway);
  }
  forwarder_.emplace(bed.split_tcp(kExecSlot, options.expose, options.nat), std::move(listeners),
                     destination_for(options, addresses));
}

/// Whether the hosts are connected by packets.
bool OutsideAccess::connect_gateway(const Plan& plan, const ExecOptions& options,
                                    const FreeAddresses& addresses,
                                    const LocalTestBed::Namespaces& hosts,
                                    const Recording& recording) {
  if (geteuid() != 0) return false;
  const std::string name_server = options.nat ? own_name_server() : "";
  try {
    gateway_.emplace(GatewayPlan{.fixed_address = addresses.hosts.fixed,
                                 .mtu = static_cast<int>(plan.test_set().mtu()),
                                 .nat = options.nat,
                                 .expose = options.expose,
                                 .caller_name_server = name_server},
                     hosts.fixed, recording.logs());
  } catch (const Error& error) {
    const std::string reason = error.what();
    why_split_ = ": " + printable(reason.substr(0, reason.find('\n')));
    return false;
  }
  for (const Fd* host : {&hosts.mobile, &hosts.fixed})
    take_ports_of_gateway(host->get(), gateway_->address());
  if (options.nat && name_server.empty())
    print_error("seawind: warning: /etc/resolv.conf has no IPv4 name server\n");
  else if (options.nat)
    name_server_ = gateway_->address();
  const std::string& variant = plan.cases(0).tcp().name();
  if (variant != ExecPlanChoice().tcp)
    print_error(
        "seawind: warning: `{}` is the TCP variant of the mobile host only: the other end of "
        "its connections over --nat and --expose has its own TCP (on this machine: {})\n",
        variant, own_congestion_control());
  return true;
}

/// A nested call works without slirp4netns, because links are chained by TCP connections.
void OutsideAccess::connect_slirp(const ExecOptions& options, const FreeAddresses& addresses,
                                  const LocalTestBed::Namespaces& hosts,
                                  const Recording& recording) {
  try {
    slirp_.emplace(hosts, addresses.outside_network, recording.logs());
    name_server_ = addresses.name_server;
  } catch (const Error& error) {
    if (!options.nested) throw;
    const std::string reason = error.what();
    print_error("seawind: warning: only TCP leaves the fixed host: {}\n",
                reason.substr(0, reason.find('\n')));
  }
}

std::string OutsideAccess::greeting() const {
  std::string text;
  if (gateway_) text += "seawind: TCP is end to end\n";
  if (forwarder_) text += fmt::format("seawind: TCP is split at the fixed host{}\n", why_split_);
  if (slirp_ && !Fd(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, IPPROTO_ICMP)))
    text +=
        "seawind: echo requests to others are answered as unreachable: this machine's "
        "net.ipv4.ping_group_range permits none\n";
  return text;
}

void OutsideAccess::update() {
  if (slirp_) slirp_->update();
  if (route_) route_->update();
  const std::string what = ended();
  if (what.empty() || std::exchange(reported_, true)) return;
  if (gateway_) restore_network();
  print_error("seawind: warning: {}\n", what);
}

std::string OutsideAccess::ended() const {
  if (slirp_ && slirp_->has_ended()) return "slirp4netns has ended: only TCP leaves the fixed host";
  if (gateway_ && gateway_->has_ended()) return kGatewayEnded;
  return {};
}

bool OutsideAccess::is_delivered() {
  if (slirp_) slirp_->update();
  return (!slirp_ || !slirp_->is_busy()) && (!forwarder_ || forwarder_->is_delivered());
}

TcpForwarder::Counts OutsideAccess::split() {
  return forwarder_ ? forwarder_->counts() : TcpForwarder::Counts{};
}

std::string OutsideAccess::problem(const NetworkTables& fixed) {
  if (std::string what = ended(); !what.empty()) return what;
  if (gateway_) {
    const std::string what = gateway_->problem();
    const std::int64_t unsent = unsent_packets(fixed, kOutsideInterface);
    if (unsent == 0) return what;
    return fmt::format("{}, {} packet{} did not leave the fixed host",
                       what.empty() ? "beside the link" : what, unsent, unsent == 1 ? "" : "s");
  }
  update();
  if (route_ && !route_->problem().empty()) return "beside the link, " + route_->problem();
  if (const auto stall = split().longest_stall; stall > kStallLimit)
    return fmt::format(
        "beside the link, split connections stood still for {:.1f} s: seawind was stopped "
        "(Ctrl-Z), or got no time of a processor",
        std::chrono::duration<double>(stall).count());
  return slirp_ ? lost_by_slirp(fixed) : "";
}

std::string OutsideAccess::lost_by_slirp(const NetworkTables& fixed) const {
  if (slirp_->had_no_files())
    return "slirp4netns, beside the link, had no file descriptor left (ulimit -n): it carries no "
           "datagrams of new ports then";
  std::vector<std::string> lost;
  if (const auto n = unsent_packets(fixed, kOutsideInterface); n > 0)
    lost.push_back(fmt::format("{} packet{} from the fixed host", n, n == 1 ? "" : "s"));
  if (const auto n = slirp_->missed(); n > 0)
    lost.push_back(fmt::format("{} datagram{} to it", n, n == 1 ? "" : "s"));
  if (lost.empty()) return {};
  return fmt::format("slirp4netns, beside the link, was too slow for {}", fmt::join(lost, " and "));
}

}  // namespace seawind
