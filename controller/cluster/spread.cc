// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/cluster/spread.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace seawind::cluster {

int number_of_tasks(std::size_t jobs, double seconds, const SpreadOptions& options) {
  const double wanted =
      std::ceil(seconds / static_cast<double>(options.slots) / options.task_seconds);
  const double most = std::min<double>(options.most_tasks, static_cast<double>(jobs));
  return static_cast<int>(std::clamp(wanted, 1.0, std::max(1.0, most)));
}

Submission plan_submission(const std::filesystem::path& campaign,
                           const std::vector<std::size_t>& jobs, const SpreadOptions& options) {
  std::size_t number = 0;
  double seconds = 0;
  double longest = 0;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    number += jobs[i];
    seconds += static_cast<double>(jobs[i]) * options.seconds.at(i);
    if (jobs[i] > 0) longest = std::max(longest, options.seconds.at(i));
  }
  Submission out{.name = {},
                 .campaign = std::filesystem::absolute(campaign).lexically_normal().string(),
                 .tasks = number_of_tasks(number, seconds, options),
                 .slots = options.slots};
  out.seconds = std::max(longest, seconds / (static_cast<double>(out.tasks) * options.slots));
  return out;
}

std::vector<std::vector<Job>> spread(const std::vector<Job>& jobs, int tasks) {
  std::map<int, std::size_t> numbers;  // of repetitions: their rank
  for (const Job& job : jobs) numbers.emplace(job.number, 0);
  std::size_t rank = 0;
  for (auto& [number, at] : numbers) at = rank++;
  const auto all = static_cast<std::size_t>(tasks);
  const bool whole = numbers.size() >= all;
  std::vector<std::vector<Job>> out(all);
  for (std::size_t i = 0; i < jobs.size(); ++i)
    out[(whole ? numbers.at(jobs[i].number) : i) % all].push_back(jobs[i]);
  return out;
}

}  // namespace seawind::cluster
