// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/cluster/collector.h"

#include <cerrno>
#include <filesystem>
#include <optional>

#include "common/error.h"
#include "common/marker.h"
#include "controller/store/sqlite.h"
#include "controller/store/store_check.h"

namespace seawind::cluster {
namespace {

constexpr int kAttemptsAtOnce = 1000;  // in a transaction

/// Removes attempts that are not taken over. Some may stay; no row names them.
void remove_attempts(const Directory& campaign, const TaskRun& run,
                     const std::vector<std::string>& directories) {
  for (const std::string& one : directories) {
    const std::filesystem::path path(one);  // attempts/CASE/ATTEMPT, as in the task's store
    try {
      const std::filesystem::path test_case =
          std::filesystem::path(run.attempts()) / path.parent_path().filename();
      remove_marked(campaign.open(test_case), path.filename());
    } catch (const Error&) {
    }
  }
}

}  // namespace

Collector::Collector(CampaignDirectory& campaign) : campaign_(campaign) {
  // An earlier run may have ended before write_unneeded().
  for (int i = 0; i < campaign.plan().cases_size(); ++i) to_judge_.insert(i);
}

Collector::Collected Collector::collect(int submission) {
  const Directory folder = submission_folder(campaign_.root(), submission);
  std::map<int, TaskRun> newest;
  std::vector<TaskRun> stores;
  for (const std::string& name : folder.names()) {
    if (const auto run = task_run(submission, name, ".json")) {
      const auto [found, added] = newest.emplace(run->id.task, *run);
      if (!added) found->second = std::max(found->second, *run);
    }
    if (const auto run = task_run(submission, name, ".db")) stores.push_back(*run);
  }
  // The states first: a task delivers everything before it writes its final state.
  std::map<int, TaskState> states;
  for (const auto& [task, run] : newest)
    if (auto state = read_state(folder, run)) states.emplace(task, std::move(*state));
  Collected out;
  for (const TaskRun& run : stores) take(folder, run, out);
  out.skipped = judge_cases();
  states_[submission] = std::move(states);
  return out;
}

const std::map<int, TaskState>& Collector::states(int submission) const {
  static const std::map<int, TaskState> none;
  const auto found = states_.find(submission);
  return found == states_.end() ? none : found->second;
}

void Collector::take(const Directory& folder, const TaskRun& run, Collected& out) {
  const auto found = folder.status_of(run.store_file());
  if (!found) return;
  const FileState now{found->st_dev, found->st_ino, found->st_mtim.tv_sec, found->st_mtim.tv_nsec,
                      found->st_size};
  if (const auto seen = seen_.find(run); seen != seen_.end() && seen->second == now) return;
  problems_.erase(run.name());
  std::optional<Database> from;
  try {
    from.emplace(folder, run.store_file(), Database::Mode::kReadOnly);
    check_store(*from, folder.path_of(run.store_file()));
  } catch (const Error& error) {
    problems_[run.name()] = error.what();
    return;
  }
  const auto state = read_state(folder, run);
  const Task task{.name = run.name(), .node = state ? state->node : "", .folder = run.attempts()};
  for (bool more = true; more;) {
    Takeover taken;
    try {
      taken = campaign_.store().take_over(
          task, *from, kAttemptsAtOnce, [this](const std::string& place) {
            const std::filesystem::path path(place);
            try {
              return is_marked(campaign_.root().open(path.parent_path()), path.filename());
            } catch (const SystemError& error) {
              if (error.number() != ENOENT) throw;  // read again later
              return false;
            }
          });
    } catch (const StoreError& error) {
      if (error.kind() != StoreError::Kind::kCorrupt) throw;
      problems_[run.name()] = error.what();
      return;  // read again later: the file system may show the directory late
    } catch (const SystemError& error) {
      problems_[run.name()] = error.what();
      return;
    }
    out.attempts += taken.attempts;
    out.done += taken.done;
    out.failed += taken.failed;
    out.failures.merge(taken.failures);
    to_judge_.insert(taken.cases.begin(), taken.cases.end());
    remove_attempts(campaign_.root(), run, taken.superfluous);
    more = taken.more;
  }
  seen_[run] = now;
}

bool Collector::judge_cases() {
  bool skipped = false;
  while (!to_judge_.empty()) {
    const int one = *to_judge_.begin();
    const auto first = campaign_.apply_until(one);
    to_judge_.erase(one);
    if (!first || !unneeded_.emplace(one, *first).second) continue;
    skipped = true;
    is_reported_ = false;
  }
  if (!is_reported_) write_unneeded(campaign_.root(), unneeded_);
  is_reported_ = true;
  return skipped;
}

}  // namespace seawind::cluster
