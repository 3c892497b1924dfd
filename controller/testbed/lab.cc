// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testbed/lab.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <future>
#include <random>
#include <thread>
#include <utility>

#include "common/error.h"
#include "controller/testbed/common.h"
#include "controller/testbed/wire_proof.h"
#include "lab/lab_folder.h"
#include "namespaces/holder.h"
#include "namespaces/vxlan.h"

namespace seawind {
namespace {

/// Runs one function for each host at the same time. Throws the first error.
template <typename... Work>
void at_the_same_time(Work... work) {
  std::array<std::future<void>, sizeof...(work)> all{std::async(std::launch::async, work)...};
  std::exception_ptr first;
  for (auto& one : all) {
    try {
      one.get();
    } catch (...) {
      if (!first) first = std::current_exception();
    }
  }
  if (first) std::rethrow_exception(first);
}

using Counts = google::protobuf::Map<std::string, InterfacePackets>;

}  // namespace

LabTestBed::LabTestBed(LabTestBedOptions options)
    : options_(std::move(options)),
      daemon_socket_(options_.emulator, options_.lab),
      next_tunnel_(std::random_device{}()),
      run_(fmt::format("{:08x}{:08x}", std::random_device{}(), std::random_device{}())) {
  require_members();
  // The lease of a run that was killed, and the time in which a host removes what it has made.
  constexpr std::chrono::seconds kLastRun{25};
  const auto give_up = std::chrono::steady_clock::now() + kLastRun;
  for (;;) {
    try {
      start();
      return;
    } catch (const HostTaken&) {
      if (!options_.awaits_last_run || options_.stop.stop_requested() ||
          std::chrono::steady_clock::now() > give_up)
        throw;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
  }
}

LabTestBed::~LabTestBed() {
  stop();
}

LabConnection::Options LabTestBed::host(const LabAddress& at,
                                        const std::vector<std::string>& programs) const {
  return {.at = at,
          .lab = options_.lab,
          .root_programs = options_.root_programs,
          .programs = programs,
          .stop = options_.stop};
}

void LabTestBed::require_members() const {
  for (const LabAddress* at : {&options_.emulator, &options_.fixed, &options_.mobile})
    require_member(options_.lab, at->identity);
}

void LabTestBed::start() {
  auto hosts = std::make_shared<Hosts>();
  const auto take = [this](std::unique_ptr<LabConnection>& into, const LabAddress& at,
                           const std::vector<std::string>& programs) {
    return [this, &into, &at, programs] {
      into = std::make_unique<LabConnection>(host(at, programs));
    };
  };
  at_the_same_time(take(hosts->emulator, options_.emulator, {}),
                   take(hosts->fixed, options_.fixed, options_.fixed_programs),
                   take(hosts->mobile, options_.mobile, options_.mobile_programs));
  hosts->daemon = hosts->emulator->open(lab::kDaemonService);
  hosts_ = std::move(hosts);
}

void LabTestBed::stop() {
  slots_.clear();
  hosts_.reset();
}

void LabTestBed::restart() {
  stop();
  const auto give_up = std::chrono::steady_clock::now() + lab::kHostReturnLimit;
  for (;;) {
    require_members();
    try {
      start();
      return;
    } catch (const Error&) {
      if (options_.stop.stop_requested() || std::chrono::steady_clock::now() > give_up) throw;
    }
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
}

LinkEnd LabTestBed::link_end(int slot, std::uint32_t id, bool mobile, bool at_host) const {
  using A = HostAddresses;
  const LabAddress& host = mobile ? options_.mobile : options_.fixed;
  const LabTestBedOptions::Wire& wire = mobile ? options_.mobile_wire : options_.fixed_wire;
  LinkEnd end;
  end.set_mtu(options_.mtu);
  end.set_offloads(options_.offloads);
  if (has_wires()) {
    end.set_wire(at_host ? wire.at_host : wire.at_emulator);
  } else {
    end.set_id(id);
    end.set_port(options_.tunnel_port);
    end.set_local(at_host ? host.address : options_.emulator.address);
    end.set_remote(at_host ? options_.emulator.address : host.address);
  }
  if (!at_host) {
    end.set_interface(mobile ? relay_mobile_interface(slot) : relay_fixed_interface(slot));
    return end;
  }
  const A& addresses = options_.addresses;
  end.set_interface(mobile ? kMobileInterface : kFixedInterface);
  end.set_address((mobile ? addresses.mobile : addresses.fixed) + A::kPrefix);
  end.set_mac(mobile ? A::kMobileMac : A::kFixedMac);
  if (mobile)
    end.mutable_nat64_prefixes()->Assign(addresses.nat64_prefixes.begin(),
                                         addresses.nat64_prefixes.end());
  end.set_peer_address(mobile ? addresses.fixed : addresses.mobile);
  end.set_peer_mac(mobile ? A::kFixedMac : A::kMobileMac);
  return end;
}

void LabTestBed::prove_wires(int slot) {
  const auto wire_to = [&](LabConnection& host, const LabAddress& address, const std::string& own,
                           const std::string& relays, const LabTestBedOptions::Wire& wire) {
    const auto words = [](const std::string& interface, const LabAddress& of) {
      return fmt::format("{} of {}", interface, of.identity.name);
    };
    return std::array{
        WireEnd{&host, own, words(wire.at_host, address)},
        WireEnd{hosts_->emulator.get(), relays, words(wire.at_emulator, options_.emulator)}};
  };
  seawind::prove_wires(slot,
                       wire_to(*hosts_->fixed, options_.fixed, kFixedInterface,
                               relay_fixed_interface(slot), options_.fixed_wire),
                       wire_to(*hosts_->mobile, options_.mobile, kMobileInterface,
                               relay_mobile_interface(slot), options_.mobile_wire));
}

void LabTestBed::make_slot(int slot) {
  if (!hosts_) throw Error("cannot reach the lab: its hosts are not there");
  const auto request = [&](std::initializer_list<LinkEnd> ends) {
    MakeSlotRequest out;
    out.set_slot(slot);
    for (const LinkEnd& end : ends) *out.add_ends() = end;
    return out;
  };
  Slot made;
  const auto next_id = [this] { return 1 + next_tunnel_++ % kLargestTunnelId; };
  const std::uint32_t fixed = next_id();
  const std::uint32_t mobile = next_id();
  const std::string agent = lab::agent_service(slot);
  at_the_same_time(
      [&] {
        hosts_->emulator->make_slot(
            request({link_end(slot, fixed, false, false), link_end(slot, mobile, true, false)}));
      },
      [&] {
        hosts_->fixed->make_slot(request({link_end(slot, fixed, false, true)}));
        made.fixed_agent = hosts_->fixed->open(agent);
      },
      [&] {
        hosts_->mobile->make_slot(request({link_end(slot, mobile, true, true)}));
        made.mobile_agent = hosts_->mobile->open(agent);
      });
  if (has_wires()) prove_wires(slot);
  slots_[slot] = std::move(made);
}

void LabTestBed::destroy_slot(int slot) {
  if (!hosts_) return;
  remove_link(hosts_->daemon.channel, link_of_slot(slot), options_.stop);
  slots_.erase(slot);
  at_the_same_time([&] { hosts_->emulator->destroy_slot(slot); },
                   [&] { hosts_->fixed->destroy_slot(slot); },
                   [&] { hosts_->mobile->destroy_slot(slot); });
}

std::int64_t LabTestBed::lost_beside(const Hosts& hosts, int slot) {
  const auto count = [slot](LabConnection& host) { return host.count_packets(slot).interfaces(); };
  // The counters of sent packets are read first, so that packets on the way do not seem lost.
  const Counts sent[] = {count(*hosts.emulator), count(*hosts.fixed), count(*hosts.mobile)};
  const Counts received[] = {count(*hosts.emulator), count(*hosts.fixed), count(*hosts.mobile)};
  const std::string fixed = relay_fixed_interface(slot);
  const std::string mobile = relay_mobile_interface(slot);
  const auto lost = [](const Counts& from, const std::string& out_of, const Counts& to,
                       const std::string& into) {
    return packets_of(from, out_of).sent() - packets_of(to, into).received();
  };
  return lost(sent[0], fixed, received[1], kFixedInterface) +
         lost(sent[1], kFixedInterface, received[0], fixed) +
         lost(sent[0], mobile, received[2], kMobileInterface) +
         lost(sent[2], kMobileInterface, received[0], mobile);
}

SlotAccess LabTestBed::access(int slot) const {
  const Slot& made = slots_.at(slot);
  SlotAccess out = names_of_slot(slot, options_.addresses);
  out.emulator = hosts_->daemon.channel;
  out.fixed_agent = made.fixed_agent.channel;
  out.mobile_agent = made.mobile_agent.channel;
  out.measure_clocks = [hosts = hosts_] {
    return SlotClocks{.emulator = hosts->emulator->measure_clock(),
                      .fixed = hosts->fixed->measure_clock(),
                      .mobile = hosts->mobile->measure_clock()};
  };
  // With offloads, the counts are those of joined packets.
  if (!options_.offloads)
    out.lost_beside_link = [hosts = hosts_, slot] { return lost_beside(*hosts, slot); };
  out.remove_logs = [hosts = hosts_](const std::string& folder) {
    for (LabConnection* host : hosts->all()) host->remove_folder(folder);
  };
  out.make_logs = [hosts = hosts_, run = run_,
                   remove = out.remove_logs](const std::string& attempt) {
    const std::string folder = attempt + '-' + run;
    try {
      for (LabConnection* host : hosts->all()) host->make_folder(folder);
    } catch (const Error&) {
      remove(folder);
      throw;
    }
    return folder;
  };
  out.take_logs = [hosts = hosts_](const std::string& folder, const Directory& into) {
    for (LabConnection* host : hosts->all()) host->take_folder(folder, into);
  };
  return out;
}

std::vector<Loss> LabTestBed::losses() {
  std::vector<Loss> out;
  if (!hosts_) return out;
  for (LabConnection* host : hosts_->all())
    for (Loss& loss : host->losses()) out.push_back(std::move(loss));
  constexpr std::chrono::seconds kPollInterval{1};
  if (const auto now = std::chrono::steady_clock::now(); now - checked_ >= kPollInterval) {
    checked_ = now;
    for (LabConnection* host : hosts_->all()) {
      try {
        host->stay_member();
      } catch (const Error& error) {
        out.push_back({-1, error.what()});
      }
    }
  }
  return out;
}

void LabTestBed::check_room() {
  if (!hosts_) return;
  const auto check = [](LabConnection& host) {
    return [&host] {
      try {
        host.check_room();
      } catch (const SystemError&) {
        throw;
      } catch (const Error&) {  // losses() reports a host that does not answer
      }
    };
  };
  at_the_same_time(check(*hosts_->emulator), check(*hosts_->fixed), check(*hosts_->mobile));
}

RelayTiming LabTestBed::relay_timing() {
  if (!hosts_) return {};
  return timing_of(hosts_->daemon.channel);
}

}  // namespace seawind
