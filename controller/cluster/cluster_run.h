// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a campaign by tasks of a batch system: submits what is missing, follows the tasks, takes
// what they deliver, and submits again what lost tasks have not done.
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>

#include "controller/campaign/clock.h"
#include "controller/campaign/live.h"
#include "controller/campaign/run_campaign.h"
#include "controller/cluster/batch_system.h"
#include "controller/cluster/collector.h"
#include "controller/cluster/spread.h"

namespace seawind::cluster {

struct ClusterOptions : SpreadOptions {
  std::string parallel;  // of the orders, as `--parallel`
  bool root_programs = false;

  std::chrono::milliseconds poll_interval{1000};            // of the deliveries, with up to a
  std::chrono::milliseconds longest_poll_interval{10'000};  // hundred tasks; with a thousand
  std::chrono::milliseconds collect_all{60'000};            // of tasks that are not followed
  std::chrono::milliseconds query_interval{5'000};          // of the batch system
  std::chrono::milliseconds grace{30'000};  // a task that is gone may still deliver: the file
                                            // system may show it late
  std::chrono::milliseconds submission_interval{5'000};  // while repetitions are missing
  std::chrono::milliseconds retry{30'000};               // after a refused submission
  std::chrono::milliseconds stop_patience{120'000};      // for the tasks, after a stop
  int most_idle = 3;  // consecutive submissions that delivered nothing
};

struct ClusterHooks {
  std::function<void(const CampaignProgress&)> report;
  std::function<ControlRequest()> control;
  /// A line for the user: a task that was lost, the first failure of a case.
  std::function<void(const std::string&)> say = [](const std::string&) {};
};

/// Blocks until no repetition is pending, or until another end of CampaignEnd. A run that was
/// killed is continued: tasks that wait or run are taken over. Throws Error.
SchedulerResult run_on_cluster(CampaignDirectory& campaign, BatchSystem& batch,
                               CampaignClock& clock, const ClusterOptions& options,
                               const ClusterHooks& hooks, std::stop_token stop);

}  // namespace seawind::cluster
