// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/session.h"

#include <fmt/format.h>
#include <grpcpp/channel.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "common/units.h"
#include "controller/campaign/carried.h"
#include "controller/campaign/measure.h"
#include "controller/legacy_tcp/legacy_tcp.h"
#include "controller/testset/router_flows.h"
#include "workloads/api/flow_ends.h"

namespace seawind {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr auto kReachable = std::chrono::seconds(30);
/// Added to the time that a call itself is allowed to take.
constexpr auto kGrace = std::chrono::seconds(15);

milliseconds with_grace(std::int64_t ns) {
  return std::chrono::duration_cast<milliseconds>(nanoseconds(ns)) + kGrace;
}

template <typename Results>
bool any_failed(const Results& results) {
  return std::any_of(results.begin(), results.end(),
                     [](const GeneratorResult& result) { return result.ended() && !result.ok(); });
}

bool chooses_reno24(const TcpVariant& tcp) {
  const auto chosen = tcp.sysctl().find("tcp_congestion_control");
  return (chosen != tcp.sysctl().end() && chosen->second == kLegacyCongestionControl) ||
         tcp.route().congctl() == kLegacyCongestionControl;
}

}  // namespace

bool needs_legacy_tcp(const TcpVariant& tcp) {
  return chooses_reno24(tcp) || tcp.has_syn_timeout() || tcp.has_initial_rto();
}

SlotPeers peers_of(const SlotAccess& access) {
  return {.emulator = Emulator::NewStub(access.emulator),
          .fixed_agent = Agent::NewStub(access.fixed_agent),
          .mobile_agent = Agent::NewStub(access.mobile_agent)};
}

Session::Session(const SlotAccess& access, SlotPeers peers, CampaignClock& clock,
                 const TestSet& test_set, const Case& test_case, const RepetitionPlan& repetition,
                 std::stop_token stop)
    : access_(access),
      test_set_(test_set),
      case_(test_case),
      repetition_(repetition),
      clock_(clock),
      emulator_(Server::kDaemon, "seawindd", std::move(peers.emulator), stop),
      fixed_{{Server::kAgent, "agent of the fixed host", std::move(peers.fixed_agent), stop},
             access.fixed_address,
             access.fixed_interface},
      mobile_{{Server::kAgent, "agent of the mobile host", std::move(peers.mobile_agent), stop},
              access.mobile_address,
              access.mobile_interface},
      link_name_(access.link_name),
      stop_(std::move(stop)) {}

void Session::set_up_hosts() {
  if (access_.agents_listen && !access_.agents_listen(kReachable, stop_)) {
    if (stop_.stop_requested()) throw Stopped();
    throw RpcError("the slot's agents do not answer", Server::kAgent,
                   grpc::Status(grpc::StatusCode::UNAVAILABLE, ""));
  }
  set_up(fixed_, mobile_);
  set_up(mobile_, fixed_);
  read_cached_tcp_metrics();
}

void Session::read_clocks() {
  if (!access_.measure_clocks) return;
  const SlotClocks now = access_.measure_clocks();
  daemon_clock_ = now.emulator.ns;
  for (const auto& [host, clock] : {std::pair{&fixed_, now.fixed}, {&mobile_, now.mobile}}) {
    host->clock = clock.ns;
    clock_uncertainty_ = std::max(clock_uncertainty_, clock.uncertainty + now.emulator.uncertainty);
  }
  if (const std::int64_t limit = test_set_.limits().start_error(); clock_uncertainty_ > limit)
    throw StartMissed(fmt::format(
        "flows cannot start on time: the round trips to the hosts leave their clocks unknown by {},"
        " and the limit `start_error` is {}: put the controller nearer to the hosts, or raise the "
        "limit",
        short_duration(clock_uncertainty_), short_duration(limit)));
}

void Session::compare_clocks() {
  if (!access_.measure_clocks) return;
  const SlotClocks now = access_.measure_clocks();
  for (const auto& [host, clock] : {std::pair{&fixed_, now.fixed}, {&mobile_, now.mobile}}) {
    // Relative to the daemon's clock, which stamps the packets.
    const std::int64_t moved =
        std::abs((clock.ns - now.emulator.ns) - (host->clock - daemon_clock_));
    clock_uncertainty_ =
        std::max(clock_uncertainty_, clock.uncertainty + now.emulator.uncertainty + moved);
  }
}

void Session::read_cached_tcp_metrics() {
  cached_tcp_metrics_.clear();
  for (Host* host : {&fixed_, &mobile_}) {
    const bool fixed = host == &fixed_;
    const std::string name = fixed ? "fixed" : "mobile";
    const auto reply = host->agent.call(
        "read the TCP metrics", &Agent::StubInterface::GetTcpMetrics, GetTcpMetricsRequest());
    for (const TcpMetric& metric : reply.metrics()) {
      if (metric.peer() != (fixed ? mobile_ : fixed_).address) continue;
      if (fixed) carries_ssthresh_ = metric.ssthresh() > 0;
      add_carried(name, metric, cached_tcp_metrics_);
    }
    if (host->netns_cookie == 0) continue;
    for (const auto& one : access_.legacy_tcp().cached_ssthresh(host->netns_cookie))
      add_carried(name, one, cached_tcp_metrics_);
  }
}

void Session::warm_up(const std::string& directory, const std::string& event_log,
                      const std::function<void()>& begun) {
  if (!case_.tcp().has_warm_up() || carries_ssthresh_) return;
  constexpr std::uint32_t kPort = kFirstPort + 1000;
  StartRequest start;
  const std::int64_t flows = std::max<std::int64_t>(1, case_.tcp().warm_up_flows());
  for (std::int64_t i = 0; i < flows; ++i) {
    Flow flow;
    flow.set_name(i == 0 ? "warm-up" : fmt::format("warm-up-{}", i + 1));
    flow.mutable_bulk_tcp()->set_size(case_.tcp().warm_up());
    for (const auto end : {PrepareRequest::SINK, PrepareRequest::SOURCE}) {
      const bool source = end == PrepareRequest::SOURCE;
      Host& host = source ? fixed_ : mobile_;
      PrepareRequest request;
      *request.mutable_flow() = flow;
      request.set_end(end);
      request.set_local_address(host.address);
      request.set_peer_address((source ? mobile_ : fixed_).address);
      request.set_port(kPort + static_cast<std::uint32_t>(i));
      // This name cannot collide with a flow's log, because a flow's name has no plus.
      request.set_log_file(
          fmt::format("{}/+{}-{}.jsonl", directory, flow.name(), source ? "source" : "sink"));
      host.agent.call("prepare the warm-up", &Agent::StubInterface::Prepare, request);
    }
    start.add_starts()->set_flow(flow.name());
  }
  read_clocks();
  create_link(event_log, Timeline::kWithout);
  // The call that sets the starts must arrive before them, however short `settle` is.
  constexpr std::int64_t kLead = 500'000'000;
  for (auto& flow : *start.mutable_starts())
    flow.set_monotonic_ns(link_start_ + std::max(test_set_.settle(), kLead) + fixed_.clock);
  try {
    fixed_.agent.call("start the warm-up", &Agent::StubInterface::Start, start);
  } catch (const RpcError& error) {
    if (error.refused()) throw StartMissed(error.what());
    throw;
  }
  begun();
  const auto results = wait_once(Closing::kAwaited);
  for (const auto& result : results) {
    if (!result.ended() || !result.ok())
      throw std::runtime_error("warm-up: " + (result.ended() ? result.error() : "did not end"));
  }
  if (results.size() != 2 * static_cast<std::size_t>(flows))
    throw std::runtime_error(
        "warm-up: an end no longer exists: another client has reset the agent");
  end_traffic();
  read_cached_tcp_metrics();
}

LegacyTcpPrograms* Session::legacy_tcp() const {
  if (!needs_legacy_tcp(case_.tcp())) return nullptr;
  LegacyTcpPrograms& kernel = access_.legacy_tcp();
  if (chooses_reno24(case_.tcp())) kernel.register_congestion_control();
  return &kernel;
}

void Session::set_up(Host& host, const Host& other) {
  LegacyTcpPrograms* const kernel = legacy_tcp();
  ApplyTcpVariantRequest request;
  *request.mutable_variant() = case_.tcp();
  request.set_peer_address(other.address);
  request.set_interface(host.interface);
  const auto reply = host.agent.call("apply the TCP variant",
                                     &Agent::StubInterface::ApplyTcpVariant, request, kReachable);
  if (kernel != nullptr) {
    host.netns_cookie = reply.netns_cookie();
    if (case_.tcp().clear_metrics()) kernel->clear_cache(host.netns_cookie);
    kernel->set_timeouts(host.netns_cookie,
                         {.syn = Duration::nanoseconds(case_.tcp().syn_timeout()),
                          .data = Duration::nanoseconds(case_.tcp().initial_rto())});
  }
  if (case_.tcp().clear_metrics())
    host.agent.call("clear TCP metrics", &Agent::StubInterface::ClearTcpMetrics,
                    ClearTcpMetricsRequest());
}

Session::Host& Session::host_of(const Flow& flow, PrepareRequest::End end) {
  return (flow.direction() == Flow::DOWN) == (end == PrepareRequest::SOURCE) ? fixed_ : mobile_;
}

void Session::prepare_end(int flow, PrepareRequest::End end, const std::string& directory) {
  const Flow& spec = case_.workload().flows(flow);
  Host& host = host_of(spec, end);
  const Host& other = &host == &fixed_ ? mobile_ : fixed_;
  PrepareRequest request;
  *request.mutable_flow() = spec;
  request.set_end(end);
  request.set_local_address(host.address);
  request.set_peer_address(other.address);
  request.set_port(kFirstPort + static_cast<std::uint32_t>(flow));
  request.set_seed(repetition_.seed);
  const auto* role = end == PrepareRequest::SINK ? "sink" : "source";
  request.set_log_file(fmt::format("{}/{}", directory, generator_log_name(spec.name(), role)));
  host.agent.call(end == PrepareRequest::SINK ? "prepare a sink" : "prepare a source",
                  &Agent::StubInterface::Prepare, request);
}

void Session::prepare(const std::string& directory) {
  for (const auto end : {PrepareRequest::SINK, PrepareRequest::SOURCE})
    for (int flow = 0; flow < case_.workload().flows_size(); ++flow)
      prepare_end(flow, end, directory);
}

void Session::create_link(const std::string& event_log, Timeline timeline) {
  CreateLinkRequest create;
  create.set_name(link_name_);
  *create.mutable_hop()->mutable_link() = case_.link();
  const auto resolve = [&](HopSpec& hop) {
    if (!hop.has_downlink_router()) return;
    resolve_flows(*hop.mutable_downlink_router(), case_.workload(), static_cast<int>(kFirstPort));
  };
  if (case_.has_downlink_router())
    *create.mutable_hop()->mutable_downlink_router() = case_.downlink_router();
  resolve(*create.mutable_hop());
  create.mutable_hop()->set_seed(repetition_.seed);
  if (timeline == Timeline::kWith) *create.mutable_changes() = case_.changes();
  for (TimedChangeSpec& change : *create.mutable_changes()) {
    change.mutable_hop()->set_seed(repetition_.seed);
    resolve(*change.mutable_hop());
  }
  create.set_fixed_interface(access_.relay_fixed_interface);
  create.set_mobile_interface(access_.relay_mobile_interface);
  if (test_set_.offloads()) create.set_port_kind("super");
  create.set_event_log(event_log);
  link_start_at_daemon_ =
      emulator_.call("start the link", &Emulator::StubInterface::CreateLink, create)
          .start_monotonic_ns();
  link_start_ = link_start_at_daemon_ - daemon_clock_;
  link_runs_ = true;
}

void Session::start(const std::string& event_log) {
  read_clocks();
  create_link(event_log, Timeline::kWith);
  StartRequest fixed;
  StartRequest mobile;
  for (int i = 0; i < case_.workload().flows_size(); ++i) {
    const Flow& flow = case_.workload().flows(i);
    for (const auto end : {PrepareRequest::SOURCE, PrepareRequest::SINK}) {
      if (!expects_start(flow, end)) continue;
      const Host& host = host_of(flow, end);
      auto* at = (&host == &fixed_ ? fixed : mobile).add_starts();
      at->set_flow(flow.name());
      at->set_monotonic_ns(link_start_ + test_set_.settle() +
                           repetition_.starts.at(static_cast<std::size_t>(i)).at.ns() + host.clock);
    }
  }
  try {
    if (fixed.starts_size() > 0) fixed_.agent.call("start", &Agent::StubInterface::Start, fixed);
    if (mobile.starts_size() > 0) mobile_.agent.call("start", &Agent::StubInterface::Start, mobile);
  } catch (const RpcError& error) {
    if (error.refused()) throw StartMissed(error.what());
    throw;
  }
}

std::string Session::notify(const Notice& notice) {
  NotifyRequest request;
  request.set_flow(notice.flow());
  request.set_text(notice.text());
  std::string problem;
  bool delivered = false;
  for (Host* host : {&fixed_, &mobile_}) {
    try {
      host->agent.call("notify", &Agent::StubInterface::Notify, request);
      delivered = true;  // a failure at the other end means that it has finished
    } catch (const RpcError& error) {
      // Not found: the flow has ended there.
      if (problem.empty() && !error.not_found()) problem = error.what();
    } catch (const Stopped&) {
      return {};
    }
  }
  return delivered ? std::string() : problem;
}

std::vector<GeneratorResult> Session::wait() {
  auto results = wait_once(Closing::kNotYet);
  if (any_failed(results) || !all_ended(results, Closing::kNotYet)) return results;
  // Generators that only serve end after the others; the second wait returns their results.
  for (Host* host : {&fixed_, &mobile_})
    host->agent.call("end the servers", &Agent::StubInterface::Finish, FinishRequest());
  results = wait_once(Closing::kAwaited);
  compare_clocks();
  return results;
}

template <typename Results>
bool Session::all_ended(const Results& results, Closing closing) const {
  const auto serves = [&](const GeneratorResult& result) {
    const auto& flows = case_.workload().flows();
    const auto flow = std::find_if(flows.begin(), flows.end(),
                                   [&](const Flow& one) { return one.name() == result.flow(); });
    return flow != flows.end() && only_serves(*flow, result.end());
  };
  return std::all_of(results.begin(), results.end(), [&](const auto& result) {
    return result.ended() || (closing == Closing::kNotYet && serves(result));
  });
}

WaitReply Session::wait_for(Host& host, std::int64_t time, Closing closing) {
  WaitRequest request;
  request.set_timeout_ns(time);
  request.set_closed(closing == Closing::kAwaited);
  return host.agent.call("wait for the generators", &Agent::StubInterface::Wait, request,
                         with_grace(time));
}

std::int64_t Session::time_left(Closing closing) const {
  // When the traffic ends in time, the last bytes and the ends of connections are still in transit.
  constexpr std::int64_t kMoment = 3'000'000'000;
  return std::max(link_start_ + test_set_.timeout() - ns_of(clock_.now()),
                  closing == Closing::kAwaited ? kMoment : 0);
}

bool Session::watch_programs(Closing closing) {
  constexpr std::int64_t kPollInterval = 1'000'000'000;
  for (;;) {
    const WaitReply fixed = wait_for(fixed_, kPollInterval, Closing::kNotYet);
    const bool fixed_ended = all_ended(fixed.results(), closing);
    const WaitReply mobile = wait_for(mobile_, fixed_ended ? kPollInterval : 0, Closing::kNotYet);
    if (any_failed(fixed.results()) || any_failed(mobile.results())) return true;
    if (fixed_ended && all_ended(mobile.results(), closing)) return false;
    if (ns_of(clock_.now()) >= link_start_ + test_set_.timeout()) return false;
  }
}

std::vector<GeneratorResult> Session::wait_once(Closing closing) {
  const auto& flows = case_.workload().flows();
  const bool programs =
      std::any_of(flows.begin(), flows.end(), [](const Flow& flow) { return flow.has_command(); });
  const bool failed = programs && watch_programs(closing);
  std::vector<GeneratorResult> results;
  for (Host* host : {&fixed_, &mobile_}) {
    const bool over = failed || any_failed(results);
    const auto reply = wait_for(*host, over ? 0 : time_left(closing), closing);
    results.insert(results.end(), reply.results().begin(), reply.results().end());
  }
  return results;
}

LinkReport Session::report() {
  ReportsRequest request;
  request.set_name(link_name_);
  const auto reports =
      emulator_.call("read the link's counters", &Emulator::StubInterface::GetReports, request);
  return reports.links(0);
}

LinkReport Session::finish() {
  RemoveLinkRequest request;
  request.set_name(link_name_);
  auto report = emulator_.call("stop the link", &Emulator::StubInterface::RemoveLink, request,
                               std::chrono::seconds(60));
  link_runs_ = false;
  if (report.start_monotonic_ns() != link_start_at_daemon_)
    throw Error("the link was removed and another one made in its place, by hand");
  manual_changes_ += static_cast<int>(report.changes());
  return report;
}

void Session::clean_up() {
  for (Host* host : {&fixed_, &mobile_}) {
    if (host->netns_cookie != 0) access_.legacy_tcp().set_timeouts(host->netns_cookie, {});
    host->netns_cookie = 0;
  }
  end_traffic();
}

void Session::abandon() {
  constexpr std::chrono::seconds kResetTimeout{5};  // for a program that ignores SIGTERM
  for (Host* host : {&fixed_, &mobile_})
    host->agent.try_call(&Agent::StubInterface::Reset, ResetRequest(), kResetTimeout);
}

void Session::end_traffic() {
  fixed_.agent.call("reset", &Agent::StubInterface::Reset, ResetRequest());
  mobile_.agent.call("reset", &Agent::StubInterface::Reset, ResetRequest());
  if (link_runs_) finish();
}

}  // namespace seawind
