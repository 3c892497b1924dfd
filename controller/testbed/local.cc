// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testbed/local.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/print_error.h"
#include "common/process.h"
#include "controller/testbed/call_limit.h"
#include "controller/testbed/common.h"
#include "controller/testbed/gateway_journal.h"
#include "namespaces/holder.h"
#include "namespaces/netns.h"
#include "namespaces/programs.h"
#include "namespaces/socket_wait.h"

namespace seawind {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// Undoes what a killed run has left. Failures are warnings: this test bed does not depend on it.
void put_back_gateways() {
  try {
    for (const std::string& setting : restore_gateways().written)
      print_error("seawind: put back {}, left by a killed run\n", setting);
  } catch (const Error& error) {
    print_error("seawind: warning: cannot put back what a killed run has left: {}\n", error.what());
  }
}

}  // namespace

LocalTestBed::LocalTestBed(LocalTestBedOptions options) : options_(std::move(options)) {
  put_back_gateways();
  try {
    start();
  } catch (...) {
    stop();
    throw;
  }
}

LocalTestBed::~LocalTestBed() {
  stop();
}

std::string LocalTestBed::log_file(const std::string& program) const {
  return options_.program_logs.path_of(HolderClient::log_name(program));
}

fs::path LocalTestBed::agent_socket(int slot, const char* host) const {
  return sockets_.path() /
         fmt::format("{}-{}-{}-{}.sock", generation_, slot, slots_.at(slot), host);
}

json LocalTestBed::agent_request(int slot, const char* host) const {
  const std::string name = fmt::format("agent-{}-{}", slot, host);
  json arguments{find_program("seawind-agent").string(), "--socket",
                 agent_socket(slot, host).string(), "--log-dir", holder_log_dir()};
  if (options_.root_programs) arguments.push_back("--allow-root-programs");
  return {{"program", name},
          {"arguments", std::move(arguments)},
          {"log", HolderClient::log_name(name)}};
}

void LocalTestBed::start() {
  ++generation_;
  holder_.emplace(options_.log_dir, options_.program_logs, options_.stop);
  daemon_socket_ = sockets_.path() / fmt::format("{}-daemon.sock", generation_);
  json arguments{find_program("seawindd").string(), "--socket", daemon_socket_.string(),
                 "--log-dir", holder_log_dir()};
  for (const int cpu : options_.relay_processors) {
    arguments.push_back("--cpu");
    arguments.push_back(std::to_string(cpu));
  }
  request({{"do", "start"},
           {"program", "seawindd"},
           {"arguments", std::move(arguments)},
           {"log", HolderClient::log_name("seawindd")}});
  const auto ended = [this] {
    const std::vector<Loss> lost = losses();
    return lost.empty() ? std::string{} : lost.front().words;
  };
  if (!wait_for_start("seawindd", daemon_socket_, log_file("seawindd"), options_.stop, ended))
    return;  // the test bed will not be used
  emulator_ = connect_to(daemon_socket_);
}

void LocalTestBed::stop() {
  holder_.reset();
  emulator_.reset();
  slots_.clear();
}

void LocalTestBed::restart() {
  stop();
  start();
}

std::vector<Fd> LocalTestBed::request(const json& message) {
  if (!holder_) throw Error("cannot reach the test bed: it has ended");
  return holder_->request(message);
}

Fd LocalTestBed::request_one(const json& message) {
  auto files = request(message);
  if (files.size() != 1) throw Error("cannot use the test bed: its answer carries no descriptor");
  return std::move(files[0]);
}

std::vector<Loss> LocalTestBed::losses() {
  std::vector<Loss> out;
  if (!holder_) return out;
  for (const auto& end : holder_->ends()) out.push_back({end.slot(), end.words()});
  return out;
}

void LocalTestBed::make_slot(int slot) {
  ++slots_[slot];
  request({{"do", "make_slot"},
           {"slot", slot},
           {"mtu", options_.mtu},
           {"offloads", options_.offloads},
           {"addresses", {options_.addresses.fixed, options_.addresses.mobile}},
           {"nat_pools", options_.addresses.nat_pools},
           {"nat64_prefixes", options_.addresses.nat64_prefixes},
           {"fixed", agent_request(slot, "fixed")},
           {"mobile", agent_request(slot, "mobile")}});
}

void LocalTestBed::destroy_slot(int slot) {
  if (slots_.contains(slot)) remove_link(emulator_, link_of_slot(slot), options_.stop);
  request({{"do", "destroy_slot"}, {"slot", slot}});
}

LocalTestBed::Namespaces LocalTestBed::namespaces(int slot) {
  auto files = request({{"do", "share_slot"}, {"slot", slot}});
  if (files.size() != 11) throw Error("cannot reach the hosts of the test bed: no namespaces");
  return {std::move(files[0]),
          std::move(files[1]),
          std::move(files[2]),
          {std::move(files[3]), std::move(files[4]), std::move(files[5]), std::move(files[6])},
          {std::move(files[7]), std::move(files[8]), std::move(files[9]), std::move(files[10])}};
}

Fd LocalTestBed::relay_namespace() {
  return request_one({{"do", "share_relay"}});
}

Fd LocalTestBed::listen(int slot, std::uint16_t port) {
  return request_one({{"do", "listen"}, {"slot", slot}, {"port", port}});
}

void LocalTestBed::route_over_link(int slot) {
  request({{"do", "route_over_link"}, {"slot", slot}});
}

void LocalTestBed::forward_to_outside(int slot) {
  request({{"do", "forward_to_outside"}, {"slot", slot}});
}

void LocalTestBed::resolve_neighbour(int slot, const std::string& address) {
  request({{"do", "resolve_neighbour"}, {"slot", slot}, {"address", address}});
}

SplitSockets LocalTestBed::split_tcp(int slot, const std::vector<std::uint16_t>& ports,
                                     bool others) {
  auto files = request({{"do", "split_tcp"}, {"slot", slot}, {"ports", ports}, {"others", others}});
  const std::size_t expected = kSynVerdicts + 1 + (others ? 1 : 0);
  if (files.size() != expected)
    throw Error("cannot use the test bed: its answer lacks descriptors");
  SplitSockets out;
  if (others) {
    out.redirected = std::move(files.back());
    files.pop_back();
  }
  out.requests = std::move(files.back());
  files.pop_back();
  out.verdicts = std::move(files);
  return out;
}

bool LocalTestBed::slots_single_use() const {
  return geteuid() != 0 || !in_initial_user_namespace();
}

SlotAccess LocalTestBed::access(int slot) const {
  SlotAccess out = names_of_slot(slot, options_.addresses);
  out.emulator = emulator_;
  out.fixed_agent = connect_to(agent_socket(slot, "fixed"));
  out.mobile_agent = connect_to(agent_socket(slot, "mobile"));
  out.agents_listen = [sockets =
                           std::array{agent_socket(slot, "fixed"), agent_socket(slot, "mobile")}](
                          std::chrono::milliseconds limit, const std::stop_token& stop) {
    return std::all_of(sockets.begin(), sockets.end(), [&](const fs::path& socket) {
      return wait_until_listening(socket, limit, stop);
    });
  };
  out.legacy_tcp = [this]() -> LegacyTcpPrograms& { return legacy_tcp(); };
  return out;
}

LegacyTcpPrograms& LocalTestBed::legacy_tcp() const {
  const std::lock_guard lock(legacy_tcp_mutex_);
  if (!legacy_tcp_) legacy_tcp_ = std::make_unique<LegacyTcpPrograms>();
  return *legacy_tcp_;
}

RelayTiming LocalTestBed::relay_timing() {
  return emulator_ ? timing_of(emulator_) : RelayTiming();
}

}  // namespace seawind
