// SPDX-License-Identifier: GPL-3.0-or-later
// Takes what tasks have delivered into the campaign's store: each attempt once, in any order, even
// if the run is killed between two calls.
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>

#include "controller/campaign/directory.h"
#include "controller/cluster/task_files.h"

namespace seawind::cluster {

class Collector {
 public:
  explicit Collector(CampaignDirectory& campaign);

  struct Collected {
    int attempts = 0;  // new in the deliveries
    int done = 0;      // repetitions that have become done
    int failed = 0;
    std::map<int, std::string> failures{};  // as Takeover::failures
    bool skipped = false;                   // repetitions became unnecessary
  };
  /// Reads the runs of all tasks of the submission, and takes what is new. Throws StoreError of the
  /// campaign's own store, to be called again; a delivered store that cannot be read is left, with
  /// the reason in problems().
  Collected collect(int submission);
  /// The newest state of each task of the submission, as of the last collect(); empty: none yet.
  const std::map<int, TaskState>& states(int submission) const;
  /// Stores that could not be read, and why.
  const std::map<std::string, std::string>& problems() const { return problems_; }

 private:
  using FileState = std::tuple<dev_t, ino_t, time_t, long, off_t>;
  void take(const Directory& folder, const TaskRun& run, Collected& out);
  /// Returns whether repetitions became unnecessary. Throws as collect().
  bool judge_cases();

  CampaignDirectory& campaign_;
  std::map<TaskRun, FileState> seen_;
  std::map<int, std::map<int, TaskState>> states_;
  std::map<std::string, std::string> problems_;
  std::set<int> to_judge_;  // cases in which a repetition has ended
  Unneeded unneeded_;
  bool is_reported_ = true;  // unneeded_ is written for the tasks
};

}  // namespace seawind::cluster
