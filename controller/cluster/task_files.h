// SPDX-License-Identifier: GPL-3.0-or-later
// What the controller of a campaign and the tasks of a batch system write for each other, in the
// campaign directory:
//
//   cluster/S/                   of submission S, from 1
//     script.sh                  what was submitted
//     I.json                     the order of task I, from 1: the repetitions it runs
//     I.out                      what the task prints
//     I.R.json                   the state of its run number R, from 0: requeued tasks start again,
//                                and nothing keeps a user from starting one twice
//     I.R.db                     the store of that run, as last delivered
//   cluster/unneeded.json        repetitions that are not needed any more (`until`)
//   attempts/+S/S-I.R/CASE/...   the attempts that the run has delivered
//
// Each file except I.out is written aside, flushed and renamed, so that a reader gets all of it; a
// state is empty before the first one is written.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/directory.h"
#include "controller/campaign/job.h"

namespace seawind::cluster {

inline constexpr const char* kClusterFolder = "cluster";
inline constexpr const char* kScriptFile = "script.sh";
inline constexpr std::size_t kLargestOrder = 256 << 20;    // bytes; a repetition takes 20
inline constexpr std::size_t kLargestTaskState = 1 << 16;  // bytes

struct TaskId {
  int submission = 1;
  int task = 1;
  auto operator<=>(const TaskId&) const = default;
};
/// "3/17". Nothing for any other text.
std::optional<TaskId> task_id(const std::string& text);

struct TaskRun {
  TaskId id;
  int start = 0;  // starts before this one
  auto operator<=>(const TaskRun&) const = default;
  std::string name() const;        // "3-17.0"
  std::string state_file() const;  // "17.0.json"
  std::string store_file() const;  // "17.0.db"
  std::string attempts() const;    // "attempts/+3/3-17.0"
};
/// The run whose file has this name, which ends with `ending` (".json", ".db").
std::optional<TaskRun> task_run(int submission, const std::string& name, const char* ending);
std::string order_file(int task);

/// cluster/S.
Directory submission_folder(const Directory& campaign, int submission);
/// The numbers of the submissions, ascending.
std::vector<int> submissions(const Directory& campaign);

/// What a task is to run.
struct Order {
  std::string plan_sha256;
  std::string program_version;
  std::string parallel;  // as of `--parallel`; empty: that of the test set
  bool root_programs = false;
  std::vector<Job> jobs{};
};
void write_order(const Directory& submission, int task, const Order& order);
/// Throws Error, with the name `file`. A job lies within `cases` and `repetitions`.
Order order_from(const std::string& json, const std::string& file, int cases, int repetitions);
Order read_order(const Directory& submission, int task, int cases, int repetitions);

enum class TaskPhase {
  kExamining,  // the node, before its first repetition
  kRunning,
  kEnded,    // everything of its order is done or has failed, and delivered
  kStopped,  // on request; what was finished is delivered
  kUnfit,    // the node does not keep the limits: it ran nothing
  kFailed,   // it could not run; what was finished is delivered
};
/// "examining", "running", "ended", "stopped", "unfit", "failed".
std::string_view to_string(TaskPhase phase);
std::optional<TaskPhase> task_phase(std::string_view word);
inline bool ends_run(TaskPhase phase) {
  return phase > TaskPhase::kRunning;
}

struct TaskState {
  std::string node;
  TaskPhase phase = TaskPhase::kExamining;
  std::string problem{};  // why it is unfit, has failed, or what it waits for
  int allowed = 0;        // repetitions at a time
  int running = 0;
  int done = 0;
  int failed = 0;
  std::int64_t updated_unix_ns = 0;
};
void write_state(const Directory& submission, const TaskRun& run, const TaskState& state);
/// Nothing when there is none, or one of another form.
std::optional<TaskState> state_from_json(const std::string& json);
std::optional<TaskState> read_state(const Directory& submission, const TaskRun& run);

/// Begins a run that no other start of the task has: makes its state file. Throws Error.
TaskRun begin_run(const Directory& submission, TaskId id);

/// For each case (its index) the first repetition that is not needed.
using Unneeded = std::map<int, int>;
void write_unneeded(const Directory& campaign, const Unneeded& unneeded);
Unneeded read_unneeded(const Directory& campaign);

}  // namespace seawind::cluster
