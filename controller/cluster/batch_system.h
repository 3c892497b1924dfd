// SPDX-License-Identifier: GPL-3.0-or-later
// A batch system: it starts numbered tasks on the machines of a cluster when there is room.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "common/error.h"

namespace seawind::cluster {

/// The batch system accepts no submission now, or does not answer: to be tried again.
class Unavailable : public Error {
 public:
  using Error::Error;
};

struct Submission {
  std::string name;      // no other submission of this user has it
  std::string campaign;  // absolute path of the campaign directory
  int number = 1;
  int tasks = 1;
  int slots = 1;                  // repetitions at a time of a task, as planned
  double seconds = 0;             // of a task, as planned
  std::set<std::string> unfit{};  // nodes that must not run it
};

struct ActiveTask {
  int task = 1;
  bool running = false;  // else it waits
  std::string node;      // of one that runs
  std::string why;       // why it waits
};

class BatchSystem {
 public:
  virtual ~BatchSystem() = default;
  /// The script that submit() expects in the submission's folder.
  virtual std::string script(const Submission& submission) const = 0;
  /// Returns the batch system's name of the job. Throws Unavailable, or Error when it is refused.
  virtual std::string submit(const Submission& submission) = 0;
  /// The job of this name that waits or runs, as submit() returns it; empty: there is none.
  /// Throws Unavailable.
  virtual std::string find(const std::string& name) = 0;
  /// The tasks of the job that wait or run. Throws Unavailable.
  virtual std::vector<ActiveTask> active(const std::string& job) = 0;
  enum class Which { kWaiting, kAll };
  /// Ends tasks of all jobs of this name: there may be two after submit() lost an answer. Throws
  /// Unavailable.
  virtual void cancel(const std::string& name, Which which) = 0;
};

}  // namespace seawind::cluster
