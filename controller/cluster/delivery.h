// SPDX-License-Identifier: GPL-3.0-or-later
// Copies what a task has finished from the disk of its node to the campaign, which may be on a file
// system that is slow, or unavailable for a while.
#pragma once

#include <cstdint>

#include "common/directory.h"
#include "controller/cluster/task_files.h"

namespace seawind::cluster {

class Delivery {
 public:
  /// `own`: the campaign directory of the task on its node, `campaign`: the one it works for.
  Delivery(Directory own, Directory campaign, TaskRun run);

  /// Copies the attempts that were committed since the last call that returned, then the store that
  /// has them; all of it is flushed. Afterwards their files on the node are removed. Throws Error;
  /// a later call continues.
  void deliver();

 private:
  void deliver_attempt(const std::string& name);
  bool take_snapshot();  // false: there is nothing new
  void deliver_snapshot();

  Directory own_;
  Directory campaign_;
  TaskRun run_;
  std::int64_t delivered_ = 0;  // the last attempt
};

}  // namespace seawind::cluster
