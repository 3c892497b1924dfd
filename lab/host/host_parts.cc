// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/host/host_parts.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "common/error.h"
#include "common/wire/embedded_ipv4.h"
#include "lab/services.h"
#include "namespaces/holder.h"
#include "namespaces/programs.h"
#include "namespaces/socket_wait.h"
#include "namespaces/taken_wire.h"
#include "namespaces/veth.h"
#include "namespaces/vxlan.h"

namespace seawind::lab {
namespace {

using nlohmann::json;

constexpr int kMostSlots = 1000;
constexpr auto kLogs = "logs";
constexpr auto kProgramLogs = "programs";

Directory emptied(const Directory& work, const char* name) {
  work.remove_tree(name);
  return work.make(name, 0700);
}

json program(const std::string& name, json arguments) {
  return {{"program", name},
          {"arguments", std::move(arguments)},
          {"log", HolderClient::log_name(name)}};
}

/// Numeric, since it becomes a word of a rule for nftables.
bool is_ipv4(const std::string& text) {
  in_addr parsed{};
  return inet_pton(AF_INET, text.c_str(), &parsed) == 1;
}

void check(bool right, const LinkEnd& end, const char* what) {
  if (!right)
    throw Error(fmt::format("cannot make the interface '{}' of a slot: {}", end.interface(), what));
}

/// Checks the request: a controller of the lab may be newer, or in error.
void check(const MakeSlotRequest& request, Role role) {
  const int slot = request.slot();
  if (slot < 0 || slot >= kMostSlots)
    throw Error(fmt::format("cannot make slot {}: not 0 to {}", slot, kMostSlots - 1));
  std::set<std::string> names;
  for (const LinkEnd& end : request.ends()) {
    const bool known = role == Role::kEmulator ? end.interface() == relay_fixed_interface(slot) ||
                                                     end.interface() == relay_mobile_interface(slot)
                                               : end.interface() == kFixedInterface ||
                                                     end.interface() == kMobileInterface;
    check(known && names.insert(end.interface()).second, end, "no interface of this host's role");
    for (const std::string& prefix : end.nat64_prefixes())
      check(EmbeddedIpv4::parse(prefix) && !end.peer_address().empty(), end,
            "a prefix of a NAT64 is wrong, or the other host is unknown");
    check(end.mtu() >= 68 && end.mtu() <= 65535, end, "the MTU is not 68 to 65535 bytes");
    if (!end.wire().empty()) continue;
    check(end.id() >= 1 && end.id() <= kLargestTunnelId, end,
          "the tunnel's number is not 1 to 16777215");
    check(is_ipv4(end.local()) && is_ipv4(end.remote()), end, "its addresses are not IPv4");
    check(end.port() >= 1 && end.port() <= 65535, end, "the port is not 1 to 65535");
  }
  const std::size_t wanted = role == Role::kEmulator ? 2 : 1;
  if (names.size() != wanted)
    throw Error(fmt::format("cannot make slot {}: {} interfaces instead of {}", slot, names.size(),
                            wanted));
}

/// `relay`: the holder's network namespace.
void make(const LinkEnd& wanted, int network_namespace, int relay) {
  InterfaceEnd end{.network_namespace = network_namespace,
                   .name = wanted.interface(),
                   .mtu = wanted.mtu(),
                   .offloads = wanted.offloads(),
                   .address = wanted.address(),
                   .mac = wanted.mac()};
  if (!wanted.peer_address().empty()) end.neighbours = {{wanted.peer_address(), wanted.peer_mac()}};
  end.nat64_prefixes.assign(wanted.nat64_prefixes().begin(), wanted.nat64_prefixes().end());
  if (end.name == kFixedInterface) end.pool_gateway = wanted.peer_address();
  if (!wanted.wire().empty()) {
    if (network_namespace == relay) return take_wire(end, wanted.wire());
    return make_wire(end, relay, wanted.wire());
  }
  make_tunnel(end, {.id = wanted.id(),
                    .local = wanted.local(),
                    .remote = wanted.remote(),
                    .port = static_cast<std::uint16_t>(wanted.port())});
}

}  // namespace

std::filesystem::path service_socket(const std::filesystem::path& sockets,
                                     const std::string& service) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const std::string_view slot = service.starts_with(kAgentPrefix)
                                    ? std::string_view(service).substr(kAgentPrefix.size())
                                    : "";
  const bool agent =
      !slot.empty() && slot.size() <= 3 && std::all_of(slot.begin(), slot.end(), is_digit);
  if (service != kDaemonService && !agent) throw Error("no such service: " + service);
  return sockets / (service + ".sock");
}

HostParts::HostParts(Options options, const Directory& work, std::filesystem::path sockets)
    : options_(std::move(options)),
      logs_(work.status_of(kLogs) ? work.open(kLogs) : work.make(kLogs, 0700)),
      program_logs_(emptied(work, kProgramLogs)),
      sockets_(std::move(sockets)),
      holder_(logs_, program_logs_, {}) {
  auto relay = holder_.request({{"do", "share_relay"}});
  relay_ = std::move(relay.at(0));
  if (options_.role == Role::kEmulator) start_daemon();
  for (const std::string& former : logs_.names()) logs_.remove_tree(former);
}

HostParts::~HostParts() {
  try {
    for (const auto& [slot, host] : hosts_) remove_interface(host);
  } catch (const Error&) {  // the namespaces' end removes them
  }
}

void HostParts::remove_interface(const EndHost& host) {
  seawind::remove_interface(host.network_namespace.get(), host.interface);
  if (host.wire) remove_wire(relay_.get());
}

Directory HostParts::logs_in(const Directory& work) {
  return work.open(kLogs);
}

void HostParts::remove_logs(const Directory& work) {
  work.remove_tree(kLogs);
}

void HostParts::start_daemon() {
  json start =
      program(kDaemonService, {find_program(kDaemonService).string(), "--socket",
                               socket_of(kDaemonService).string(), "--log-dir", holder_log_dir()});
  start["do"] = "start";
  holder_.request(start);
  wait_for(kDaemonService, -1);
}

void HostParts::wait_for(const std::string& service, int slot) {
  const auto ended = [this, slot] {
    note_losses();
    const auto lost = std::ranges::find_if(
        losses_, [slot](const HostEvent& loss) { return loss.slot() == slot || loss.slot() < 0; });
    return lost == losses_.end() ? std::string{} : lost->words();
  };
  wait_for_start(service, socket_of(service),
                 program_logs_.path_of(HolderClient::log_name(service)), {}, ended);
}

void HostParts::require_permitted(const MakeSlotRequest& request) const {
  for (const LinkEnd& end : request.ends()) {
    const auto other = std::ranges::find_if(
        hosts_, [&](const auto& host) { return host.first != request.slot() && host.second.wire; });
    if (!end.wire().empty() && other != hosts_.end())
      throw Error(
          fmt::format("cannot make slot {}: slot {} has the wire of this host, which can have one",
                      request.slot(), other->first));
    if (end.wire().empty() && end.port() != options_.tunnel_port)
      throw Error(fmt::format(
          "this host does not permit UDP port {} for tunnels: `seawind-agent serve --tunnel-port` "
          "does",
          end.port()));
    if (!end.wire().empty() && std::ranges::count(options_.interfaces, end.wire()) == 0)
      throw Error(fmt::format(
          "this host does not permit the interface `{}`: `seawind-agent serve --interfaces` does",
          end.wire()));
  }
}

void HostParts::guard(const MakeSlotRequest& request) {
  std::set<std::string> remotes;
  for (const LinkEnd& end : request.ends())
    if (end.wire().empty()) remotes.insert(end.remote());
  if (remotes.empty() || (guard_ && remotes == remotes_)) return;
  guard_.reset();  // the new one has the same name
  guard_.emplace(options_.tunnel_port, remotes);
  remotes_ = std::move(remotes);
}

void HostParts::guard_wires(const MakeSlotRequest& request) {
  auto wire = wires_.lower_bound(request.slot());
  for (const LinkEnd& end : request.ends())
    if (!end.wire().empty()) (wire++)->second.guard.emplace(end.wire());
}

void HostParts::make_slot(const MakeSlotRequest& request) {
  check(request, options_.role);
  require_permitted(request);
  guard(request);
  const int slot = request.slot();
  destroy_slot(slot);
  try {
    for (const LinkEnd& end : request.ends())
      if (!end.wire().empty()) wires_.emplace(slot, Wire{InterfaceLock(end.wire()), {}});
    if (options_.role == Role::kEmulator) {
      for (const LinkEnd& end : request.ends()) make(end, relay_.get(), relay_.get());
      guard_wires(request);
      return;
    }
    const std::string agent = agent_service(slot);
    json arguments{find_program("seawind-agent").string(), "--socket", socket_of(agent).string(),
                   "--log-dir", holder_log_dir()};
    arguments.insert(arguments.end(), {"--programs", options_.programs.list()});
    if (options_.root_programs) arguments.push_back("--allow-root-programs");
    for (const std::string& group : options_.program_groups)
      arguments.insert(arguments.end(), {"--program-group", group});
    auto host = holder_.request(
        {{"do", "make_host"}, {"slot", slot}, {"agent", program(agent, std::move(arguments))}});
    const EndHost& made = hosts_[slot] = {std::move(host.at(0)), request.ends(0).interface(),
                                          !request.ends(0).wire().empty()};
    make(request.ends(0), made.network_namespace.get(), relay_.get());
    guard_wires(request);
    wait_for(agent, slot);
  } catch (...) {
    destroy_slot(slot);
    throw;
  }
}

void HostParts::destroy_slot(int slot) {
  if (options_.role == Role::kEmulator) {
    seawind::remove_interface(relay_.get(), relay_fixed_interface(slot));
    seawind::remove_interface(relay_.get(), relay_mobile_interface(slot));
  } else {
    if (const auto host = hosts_.find(slot); host != hosts_.end()) {
      remove_interface(host->second);
      hosts_.erase(host);
    }
    holder_.request({{"do", "destroy_slot"}, {"slot", slot}});
  }
  wires_.erase(slot);
  note_losses();
  std::erase_if(losses_, [slot](const HostEvent& loss) { return loss.slot() == slot; });
}

SlotPackets HostParts::count_packets(int slot) const {
  SlotPackets out;
  const auto add = [&out](const Fd& network_namespace, const std::string& interface) {
    const PacketCounts found = seawind::count_packets(network_namespace.get(), interface);
    InterfacePackets& packets = (*out.mutable_interfaces())[interface];
    packets.set_received(found.received);
    packets.set_sent(found.sent);
  };
  if (options_.role == Role::kEmulator) {
    add(relay_, relay_fixed_interface(slot));
    add(relay_, relay_mobile_interface(slot));
    return out;
  }
  const auto host = hosts_.find(slot);
  if (host == hosts_.end()) throw Error(fmt::format("there is no slot {}", slot));
  add(host->second.network_namespace, host->second.interface);
  return out;
}

void HostParts::send_probes(const ProbesRequest& request) const {
  constexpr int kMostProbes = 1000;
  const int slot = request.slot();
  if (request.number() < 1 || request.number() > kMostProbes)
    throw Error(fmt::format("cannot send {} frames: not 1 to {}", request.number(), kMostProbes));
  const auto host = hosts_.find(slot);
  const bool known = options_.role == Role::kEmulator
                         ? request.interface() == relay_fixed_interface(slot) ||
                               request.interface() == relay_mobile_interface(slot)
                         : host != hosts_.end() && host->second.interface == request.interface();
  if (!known)
    throw Error(fmt::format("there is no interface '{}' of slot {}", request.interface(), slot));
  const Fd& inside = options_.role == Role::kEmulator ? relay_ : host->second.network_namespace;
  seawind::send_probes(inside.get(), request.interface(), request.number());
}

void HostParts::note_losses() {
  for (const auto& end : holder_.ends()) {
    HostEvent event;
    event.set_slot(end.slot());
    event.set_words(end.words());
    losses_.push_back(std::move(event));
  }
}

std::vector<HostEvent> HostParts::losses() {
  note_losses();
  return std::exchange(losses_, {});
}

std::filesystem::path HostParts::socket_of(const std::string& service) const {
  return service_socket(sockets_, service);
}

}  // namespace seawind::lab
