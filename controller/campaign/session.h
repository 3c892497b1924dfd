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
#include "controller/results/metrics.h"
#include "controller/testbed/testbed.h"
#include "controller/testset/plan.h"
#include "emulator/api/emulator.grpc.pb.h"
#include "workloads/api/agent.grpc.pb.h"

namespace seawind {

/// The programs an attempt talks to.
struct SlotPeers {
  std::unique_ptr<Emulator::StubInterface> emulator;
  std::unique_ptr<Agent::StubInterface> fixed_agent;
  std::unique_ptr<Agent::StubInterface> mobile_agent;
};
SlotPeers peers_of(const SlotAccess& access);

/// One attempt's use of a slot. Its calls come in the order given here; each throws RpcError, or
/// Stopped.
class Session {
 public:
  Session(const SlotAccess& access, SlotPeers peers, CampaignClock& clock, const TestSet& test_set,
          const Case& test_case, const RepetitionPlan& repetition, std::stop_token stop);

  /// Waits until both agents answer; applies the TCP variant to both hosts.
  void set_up_hosts();
  /// Where the variant asks for it and the fixed host remembers no ssthresh yet: a transfer over
  /// the link, so that it does. Its logs go to `directory`, the link's to `event_log`, both beneath
  /// the --log-dir of agents and daemon. Calls
  /// `begun` once its traffic has its start time.
  void warm_up(const std::string& directory, const std::string& event_log,
               const std::function<void()>& begun);
  /// What the hosts' kernels remember of earlier connections to each other and the repetition
  /// begins with, as metrics: flow fixed or mobile, tcp_carried_ssthresh in segments, ...
  const std::vector<MetricValue>& carried() const { return carried_; }
  /// Starts the generators, sinks before sources: sinks listen, sources wait. Logs go to
  /// `directory`, beneath the agents' --log-dir.
  void prepare(const std::string& directory);
  /// Starts the link with its event log `event_log` (relative to the daemon's log directory), and
  /// gives every source its exact instant.
  void start(const std::string& event_log);
  /// Tells both ends of a flow something; what went wrong, or nothing. For a thread of its own.
  std::string notify(const Notice& notice);
  /// Waits until every generator has ended or the test set's time-out is over; ends those that only
  /// serve.
  std::vector<GeneratorResult> wait();
  /// Stops the link.
  LinkReport finish();
  /// Leaves the slot as it was found, whatever has happened; safe to call at any time.
  void clean_up();

  static constexpr std::uint32_t kFirstPort = kFirstFlowPort;
  /// Changes of the link by others, a warm-up's included.
  int manual_changes() const { return manual_changes_; }
  std::int64_t link_start_monotonic() const { return link_start_; }

 private:
  struct Host {
    Peer<Agent::StubInterface> agent;
    std::string address;
    std::string interface;
    std::uint64_t period_cookie = 0;  // of its network namespace; 0: without BPF programs
  };
  /// The BPF programs the case's TCP variant asks for; null: none.
  PeriodKernel* period() const;
  void set_up(Host& host, const Host& other);
  void prepare_end(int flow, PrepareRequest::End end, const std::string& directory);
  /// Generators, connections and the link; the hosts keep their TCP variant.
  void end_traffic();
  /// Whether the hosts' TCP connections have to be closed, too, before the link may go.
  enum class Closing { kNotYet, kAwaited };
  std::vector<GeneratorResult> wait_once(Closing closing);
  enum class Timeline { kWith, kWithout };
  void create_link(const std::string& event_log, Timeline timeline);
  void read_carried();
  Host& host_of(const Flow& flow, PrepareRequest::End end);

  const SlotAccess& access_;
  const TestSet& test_set_;
  const Case& case_;
  const RepetitionPlan& repetition_;
  CampaignClock& clock_;
  Peer<Emulator::StubInterface> emulator_;
  Host fixed_;
  Host mobile_;
  std::string link_name_;
  std::stop_token stop_;
  bool link_runs_ = false;
  int manual_changes_ = 0;
  std::int64_t link_start_ = 0;
  std::vector<MetricValue> carried_;
  bool carries_ssthresh_ = false;  // the fixed host, of the mobile host
};

}  // namespace seawind
