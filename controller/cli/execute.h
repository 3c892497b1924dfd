// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a campaign directory to its end; shared by `run` and `resume`.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "controller/campaign/directory.h"
#include "controller/campaign/run_campaign.h"
#include "controller/cluster/cluster_run.h"
#include "controller/testbed/testbed.h"
#include "controller/testset/engines.pb.h"

namespace seawind {

struct ExecuteOptions {
  std::string parallel;        // empty: the value of the test set
  bool json = false;           // print the summary as JSON on stdout
  bool root_programs = false;  // permit `user: root` of `command` flows
  bool resumes = false;        // a campaign that an earlier run has begun
};

/// Runs the pending repetitions and prints a summary. Returns the exit code. `shown`: the directory
/// as the user named it. Must be called from the main thread.
int execute(CampaignDirectory& directory, const std::string& shown, const ExecuteOptions& options);

/// How the plan's repetitions are spread over tasks.
cluster::ClusterOptions cluster_options(const Plan& plan, const SlurmEngine& settings,
                                        const ExecuteOptions& options);

/// What differs between a run of a campaign here and the part of one that a task of a cluster runs.
struct Supervision {
  std::function<void(const CampaignProgress&, const AttemptRecord*, const TestBed&)> report;
  std::function<ControlRequest()> control;
  /// As SchedulerHooks::first_unneeded.
  std::function<std::optional<int>(int case_index)> first_unneeded;
};
/// Runs these repetitions on this machine, or on those of the plan's lab.
SchedulerResult run_jobs(CampaignDirectory& directory, std::vector<Job> jobs,
                         const ExecuteOptions& options, const Supervision& supervision,
                         std::stop_token stop);

}  // namespace seawind
