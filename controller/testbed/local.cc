// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testbed/local.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <nlohmann/json.hpp>
#include <sstream>

#include "common/error.h"
#include "common/process.h"
#include "controller/testbed/call_limit.h"
#include "controller/testbed/channel.h"
#include "controller/testbed/gateway_journal.h"
#include "controller/testbed/helper_process.h"
#include "controller/testbed/holder.h"
#include "controller/testbed/machine_pauses.h"
#include "controller/testbed/netns.h"
#include "controller/testbed/programs.h"
#include "controller/testbed/reachable.h"
#include "controller/testbed/veth.h"
#include "emulator/api/emulator.grpc.pb.h"

namespace seawind {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// Limit on the time until seawindd answers.
constexpr auto kStartTimeout = std::chrono::seconds(20);
constexpr auto kRemoveTimeout = std::chrono::seconds(20);
/// Limit on the time until the holder answers; a slot takes some hundredths of a second.
constexpr auto kHolderTimeout = std::chrono::seconds(10);
/// The same after the user has requested a stop.
constexpr auto kPatience = std::chrono::seconds(2);

std::string link_name(int slot) {
  return fmt::format("slot-{}", slot);
}

std::string log_name(const std::string& program) {
  return program + ".log";
}

/// What a killed run has left must not last; this test bed does not depend on it.
void put_back_gateways() {
  try {
    for (const std::string& setting : restore_gateways().written)
      fmt::print(stderr, "seawind: put back {}, left by a killed run\n", setting);
  } catch (const Error& error) {
    fmt::print(stderr, "seawind: warning: cannot put back what a killed run has left: {}\n",
               error.what());
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
  return options_.program_logs.path_of(log_name(program));
}

std::string LocalTestBed::last_line(const std::string& program) const {
  std::string last;
  try {
    std::istringstream text(options_.program_logs.read_text(log_name(program)));
    for (std::string line; std::getline(text, line);)
      if (!line.empty()) last = line;
  } catch (const Error&) {  // no log
  }
  return last;
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
  return {{"program", name}, {"arguments", std::move(arguments)}, {"log", log_name(name)}};
}

void LocalTestBed::start_holder() {
  HelperProcess holder =
      start_helper({kHolderCommand, std::to_string(getpid())}, options_.program_logs,
                   log_name("testbed"), {options_.log_dir.fd(), options_.program_logs.fd()});
  channel_ = std::make_unique<MessageChannel>(std::move(holder.channel));
  holder_ = holder.process.pid;
}

void LocalTestBed::start() {
  ++generation_;
  start_holder();
  const auto ready = next_message();
  if (!ready)
    throw Error("cannot start the test bed: it ended at once; see " + log_file("testbed"));
  if (ready->contains("error")) throw Error(ready->at("error").get<std::string>());
  daemon_socket_ = sockets_.path() / fmt::format("{}-daemon.sock", generation_);
  request({{"do", "start"},
           {"program", "seawindd"},
           {"arguments",
            {find_program("seawindd").string(), "--socket", daemon_socket_.string(), "--log-dir",
             holder_log_dir()}},
           {"log", log_name("seawindd")}});
  const auto give_up = std::chrono::steady_clock::now() + kStartTimeout;
  constexpr std::chrono::milliseconds kLook{50};
  while (!wait_until_listening(daemon_socket_, kLook, options_.stop)) {
    for (const auto& loss : losses()) throw Error("cannot start seawindd: " + loss.words);
    if (options_.stop.stop_requested()) return;  // the test bed will not be used
    if (std::chrono::steady_clock::now() > give_up)
      throw Error("cannot start seawindd: it does not answer; see " + log_file("seawindd"));
  }
  emulator_ = connect_to(daemon_socket_);
}

void LocalTestBed::stop() {
  kill_holder();
  emulator_.reset();
  slots_.clear();
  losses_.clear();
}

void LocalTestBed::kill_holder() {
  channel_.reset();  // the inner holder ends, and with it the test bed
  if (holder_ <= 0) return;
  kill(holder_, SIGKILL);  // the inner holder dies with it, even if it is stopped
  waitpid(holder_, nullptr, 0);
  holder_ = -1;
}

std::optional<json> LocalTestBed::next_message(std::vector<Fd>* files) {
  constexpr auto kLook = std::chrono::milliseconds(100);
  using Clock = std::chrono::steady_clock;
  auto give_up = Clock::now() + kHolderTimeout;
  while (!channel_->readable_within(kLook)) {
    if (options_.stop.stop_requested()) give_up = std::min(give_up, Clock::now() + kPatience);
    if (Clock::now() < give_up) continue;
    kill_holder();
    throw Error("cannot reach the test bed: its process does not answer and has been killed");
  }
  return channel_->receive(files);
}

void LocalTestBed::restart() {
  stop();
  start();
}

void LocalTestBed::note_exit(const json& message) {
  const auto name = message.at("exited").get<std::string>();
  const auto how = message.at("how").get<std::string>();
  int slot = -1;
  std::string words = name + " " + how;
  if (std::sscanf(name.c_str(), "agent-%d", &slot) == 1)
    words = fmt::format("an agent of slot {} {}", slot, how);
  // An agent that is killed writes nothing.
  if (const auto said = last_line(name); !said.empty() && (slot < 0 || how.starts_with("ended")))
    words += ", its log ends: " + said;
  losses_.push_back({slot, words});
}

std::vector<Fd> LocalTestBed::request(const json& message) {
  if (!channel_) throw Error("cannot reach the test bed: it has ended");
  channel_->send(message);
  std::vector<Fd> files;
  for (;;) {
    const auto answer = next_message(&files);
    if (!answer) {
      channel_.reset();
      const auto said = last_line("testbed");
      throw Error("cannot reach the test bed: it has ended" +
                  (said.empty() ? said : ", its log ends: " + said));
    }
    if (answer->contains("error")) throw Error(answer->at("error").get<std::string>());
    if (answer->contains("ok")) return files;
    note_exit(*answer);
  }
}

std::vector<Loss> LocalTestBed::losses() {
  while (channel_) {
    if (!channel_->readable_within(std::chrono::milliseconds(0))) break;
    if (const auto message = channel_->receive()) {
      note_exit(*message);
    } else {
      channel_.reset();
      losses_.push_back({-1, "the test bed's process has ended"});
    }
  }
  return std::exchange(losses_, {});
}

/// When an attempt loses its agents, its link still runs on interfaces that are about to be
/// removed.
void LocalTestBed::remove_link(int slot) {
  if (!slots_.contains(slot)) return;
  grpc::ClientContext context;
  const CallLimit limit(context, kRemoveTimeout);
  const std::stop_callback cancel(options_.stop, [&context] { context.TryCancel(); });
  RemoveLinkRequest link;
  link.set_name(link_name(slot));
  LinkReport report;
  const auto status =
      limit.judge(Emulator::NewStub(emulator_)->RemoveLink(&context, link, &report));
  if (!status.ok() && status.error_code() != grpc::StatusCode::NOT_FOUND)
    throw Error("cannot stop the link " + link.name() + ": " + status.error_message());
}

void LocalTestBed::make_slot(int slot) {
  ++slots_[slot];
  request({{"do", "make_slot"},
           {"slot", slot},
           {"mtu", options_.mtu},
           {"offloads", options_.offloads},
           {"addresses", {options_.addresses.fixed, options_.addresses.mobile}},
           {"fixed", agent_request(slot, "fixed")},
           {"mobile", agent_request(slot, "mobile")}});
}

void LocalTestBed::destroy_slot(int slot) {
  remove_link(slot);
  request({{"do", "destroy_slot"}, {"slot", slot}});
}

LocalTestBed::Namespaces LocalTestBed::namespaces(int slot) {
  auto files = request({{"do", "share_slot"}, {"slot", slot}});
  if (files.size() != 7) throw Error("cannot reach the hosts of the test bed: no namespaces");
  return {std::move(files[0]),
          std::move(files[1]),
          std::move(files[2]),
          {std::move(files[3]), std::move(files[4])},
          {std::move(files[5]), std::move(files[6])}};
}

Fd LocalTestBed::listen(int slot, std::uint16_t port) {
  auto files = request({{"do", "listen"}, {"slot", slot}, {"port", port}});
  if (files.size() != 1) throw Error("cannot use the test bed: its answer carries no descriptor");
  return std::move(files[0]);
}

void LocalTestBed::route_over_link(int slot) {
  request({{"do", "route_over_link"}, {"slot", slot}});
}

void LocalTestBed::forward_to_uplink(int slot) {
  request({{"do", "forward_to_uplink"}, {"slot", slot}});
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
  return {.emulator = emulator_,
          .fixed_agent = connect_to(agent_socket(slot, "fixed")),
          .mobile_agent = connect_to(agent_socket(slot, "mobile")),
          .agents_listen =
              [sockets = std::array{agent_socket(slot, "fixed"), agent_socket(slot, "mobile")}](
                  std::chrono::milliseconds limit, const std::stop_token& stop) {
                return std::all_of(sockets.begin(), sockets.end(), [&](const fs::path& socket) {
                  return wait_until_listening(socket, limit, stop);
                });
              },
          .link_name = link_name(slot),
          .relay_fixed_interface = seawind::relay_fixed_interface(slot),
          .relay_mobile_interface = seawind::relay_mobile_interface(slot),
          .fixed_interface = kFixedInterface,
          .mobile_interface = kMobileInterface,
          .fixed_address = options_.addresses.fixed,
          .mobile_address = options_.addresses.mobile,
          .legacy_tcp = [this]() -> LegacyTcpPrograms& { return legacy_tcp(); }};
}

LegacyTcpPrograms& LocalTestBed::legacy_tcp() const {
  const std::lock_guard lock(legacy_tcp_mutex_);
  if (!legacy_tcp_) legacy_tcp_ = std::make_unique<LegacyTcpPrograms>();
  return *legacy_tcp_;
}

RelayTiming LocalTestBed::relay_timing() {
  RelayTiming timing;
  if (!emulator_) return timing;
  grpc::ClientContext context;
  const CallLimit limit(context, std::chrono::seconds(1));
  Reports reports;
  if (!Emulator::NewStub(emulator_)->GetReports(&context, ReportsRequest(), &reports).ok())
    return timing;
  for (const auto& link : reports.links())
    timing.lateness_p999 = std::max(timing.lateness_p999, relay_p999(link.fidelity()));
  if (reports.has_pauses()) timing.pauses = pauses_of(reports.pauses());
  return timing;
}

}  // namespace seawind
