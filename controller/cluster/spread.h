// SPDX-License-Identifier: GPL-3.0-or-later
// How repetitions are spread over the tasks of a submission.
#pragma once

#include <filesystem>
#include <vector>

#include "controller/campaign/job.h"
#include "controller/cluster/batch_system.h"

namespace seawind::cluster {

struct SpreadOptions {
  int most_tasks = 100;         // of a submission
  double task_seconds = 600;    // for which the repetitions of a task are planned
  int slots = 8;                // repetitions at a time of a task, as planned
  std::vector<double> seconds;  // expected, of an attempt of each case
};

/// The number of tasks for jobs of so many seconds in all.
int number_of_tasks(std::size_t jobs, double seconds, const SpreadOptions& options);

/// The size of a submission, without its name and number. `jobs`: their number, for each case.
Submission plan_submission(const std::filesystem::path& campaign,
                           const std::vector<std::size_t>& jobs, const SpreadOptions& options);

/// Of N tasks, task I gets the repetitions I, I+N, ..., each in all of its cases, so that cases are
/// compared on one node. With fewer repetitions than tasks it gets the jobs I, I+N, ...
std::vector<std::vector<Job>> spread(const std::vector<Job>& jobs, int tasks);

}  // namespace seawind::cluster
