// SPDX-License-Identifier: GPL-3.0-or-later
// The traffic of one attempt: the link, the agents of both hosts, the generators.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "controller/campaign/clock.h"
#include "controller/campaign/job.h"
#include "controller/campaign/rpc.h"
#include "controller/measure/metrics.h"
#include "controller/testbed/testbed.h"
#include "controller/testset/plan.h"
#include "emulator/api/emulator.grpc.pb.h"
#include "workloads/api/agent.grpc.pb.h"

namespace seawind {

/// The servers used by an attempt.
struct SlotPeers {
  std::unique_ptr<Emulator::StubInterface> emulator;
  std::unique_ptr<Agent::StubInterface> fixed_agent;
  std::unique_ptr<Agent::StubInterface> mobile_agent;
};
SlotPeers peers_of(const SlotAccess& access);

/// Whether the variant needs BPF programs in the hosts' kernel (legacy_tcp.h), which the controller
/// can load into its own only.
bool needs_legacy_tcp(const TcpVariant& tcp);

/// One attempt's use of a slot. Methods are called in the order given here, except
/// cached_tcp_metrics() and report(). Each throws Error (RpcError, PartLost, StartMissed) or
/// Stopped.
class Session {
 public:
  Session(const SlotAccess& access, SlotPeers peers, CampaignClock& clock, const TestSet& test_set,
          const Case& test_case, const RepetitionPlan& repetition, std::stop_token stop);

  /// Waits until both agents answer, then applies the TCP variant to both hosts.
  void set_up_hosts();
  /// Transfers data over the link so that the fixed host learns an ssthresh. Does nothing unless
  /// the variant requires a warm-up and the fixed host has no ssthresh yet. Logs of the generators
  /// go to `directory`, the link's log to `event_log`, both beneath the --log-dir of agents and
  /// daemon. Calls `begun` once the traffic has its start time.
  void warm_up(const std::string& directory, const std::string& event_log,
               const std::function<void()>& begun);
  /// The TCP state that the hosts' kernels keep from earlier connections to each other at the start
  /// of the repetition, as metrics: flow fixed or mobile, tcp_carried_ssthresh in segments, ...
  const std::vector<MetricValue>& cached_tcp_metrics() const { return cached_tcp_metrics_; }
  /// Starts the generators, sinks before sources: sinks listen, sources wait. Logs go to
  /// `directory`, beneath the agents' --log-dir.
  void prepare(const std::string& directory);
  /// Starts the link with its event log `event_log` (relative to the daemon's log directory) and
  /// sets the exact start instant of every source.
  void start(const std::string& event_log);
  /// Delivers a notice to both ends of a flow, or to none if it has ended. Returns the error, or an
  /// empty string. May be called from another thread.
  std::string notify(const Notice& notice);
  /// Waits until every generator has ended, one has failed, or the test set's time-out has passed.
  /// If none has failed, it then ends the generators that only serve.
  std::vector<GeneratorResult> wait();
  /// The running link's counters.
  LinkReport report();
  /// Stops the link.
  LinkReport finish();
  /// Restores the slot after any outcome. May be called at any time.
  void clean_up();
  /// After Stopped, before the slot is destroyed: ends the generators, so that the programs of
  /// `command` flows leave no files. Does not throw.
  void abandon();

  static constexpr std::uint32_t kFirstPort = kFirstFlowPort;
  /// Changes of the link by other users, including those during a warm-up.
  int manual_changes() const { return manual_changes_; }
  /// CLOCK_MONOTONIC of this machine, ns.
  std::int64_t link_start_monotonic() const { return link_start_; }
  /// How far the instants of a host may be from those of the daemon, ns, by the readings so far:
  /// the uncertainty from round trips, plus the drift of the clocks between readings. 0: hosts on
  /// this machine.
  std::int64_t clock_uncertainty() const { return clock_uncertainty_; }

 private:
  struct Host {
    RpcClient<Agent::StubInterface> agent;
    std::string address;
    std::string interface;
    std::uint64_t netns_cookie = 0;  // of the host's network namespace; 0: without BPF programs
    std::int64_t clock = 0;          // ns that its CLOCK_MONOTONIC is ahead of this machine's
  };
  /// The BPF programs required by the case's TCP variant; null: none.
  LegacyTcpPrograms* legacy_tcp() const;
  void set_up(Host& host, const Host& other);
  /// Before the traffic: reads the clocks of the slot's parts. Throws StartMissed if their
  /// uncertainty is beyond the limit of the start error.
  void read_clocks();
  /// After the traffic: adds how far the clocks have drifted.
  void compare_clocks();
  void prepare_end(int flow, PrepareRequest::End end, const std::string& directory);
  /// Ends generators, connections and the link. The hosts keep their TCP variant.
  void end_traffic();
  /// Whether wait_once() also waits until the hosts' TCP connections are closed.
  enum class Closing { kNotYet, kAwaited };
  std::vector<GeneratorResult> wait_once(Closing closing);
  WaitReply wait_for(Host& host, std::int64_t time, Closing closing);
  /// ns until the test set's time-out; some time for ends that are awaited only afterwards.
  std::int64_t time_left(Closing closing) const;
  /// Waits for the ends of both hosts in turn, because the other host does not notice the end of a
  /// program, only that of a connection. Returns whether an end has failed.
  bool watch_programs(Closing closing);
  /// Whether all ends in these results have ended; with kNotYet, servers may still run.
  template <typename Results>
  bool all_ended(const Results& results, Closing closing) const;
  enum class Timeline { kWith, kWithout };
  void create_link(const std::string& event_log, Timeline timeline);
  void read_cached_tcp_metrics();
  Host& host_of(const Flow& flow, PrepareRequest::End end);

  const SlotAccess& access_;
  const TestSet& test_set_;
  const Case& case_;
  const RepetitionPlan& repetition_;
  CampaignClock& clock_;
  RpcClient<Emulator::StubInterface> emulator_;
  Host fixed_;
  Host mobile_;
  std::string link_name_;
  std::stop_token stop_;
  bool link_runs_ = false;
  int manual_changes_ = 0;
  std::int64_t link_start_ = 0;            // on this machine's clock
  std::int64_t link_start_at_daemon_ = 0;  // on the daemon's clock; unique to this link
  std::int64_t daemon_clock_ = 0;          // ns that its CLOCK_MONOTONIC is ahead of this machine's
  std::int64_t clock_uncertainty_ = 0;
  std::vector<MetricValue> cached_tcp_metrics_;
  bool carries_ssthresh_ = false;  // the fixed host has an ssthresh of the mobile one
};

}  // namespace seawind
