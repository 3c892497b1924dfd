// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "common/json_text.h"
#include "common/units.h"
#include "controller/campaign/control.h"
#include "controller/campaign/directory.h"
#include "controller/campaign/live.h"
#include "controller/cli/exit_codes.h"
#include "controller/cli/verbs.h"

namespace seawind {
namespace {

constexpr int kUncountedAttempts = 10;

struct CaseCount {
  int done = 0;
  int failed = 0;
  int pending = 0;
};

std::vector<CaseCount> count_by_case(const Store& store) {
  std::vector<CaseCount> counts(store.cases().size());
  for (const auto& repetition : store.repetitions()) {
    auto& count = counts.at(static_cast<std::size_t>(repetition.case_id));
    if (repetition.state == RepetitionState::kDone) ++count.done;
    if (repetition.state == RepetitionState::kFailed) ++count.failed;
    if (repetition.state == RepetitionState::kPending) ++count.pending;
  }
  return counts;
}

/// The state of the campaign when it was read.
struct Seen {
  bool running = false;
  std::optional<LiveState> live;
};

void print_json(const Store& store, const Seen& seen) {
  const auto progress = store.progress();
  nlohmann::ordered_json out{{"name", store.campaign().name},
                             {"running", seen.running},
                             {"done", progress.done},
                             {"failed", progress.failed},
                             {"pending", progress.pending},
                             {"skipped", progress.skipped},
                             {"invalid_attempts", progress.invalid_attempts},
                             {"machine_attempts", progress.machine_attempts},
                             {"failed_attempts", progress.failed_attempts},
                             {"cases", nlohmann::json::array()},
                             {"uncounted_attempts", nlohmann::json::array()}};
  const auto counts = count_by_case(store);
  const auto cases = store.cases();
  for (std::size_t i = 0; i < cases.size(); ++i)
    out["cases"].push_back({{"case", cases[i].name},
                            {"done", counts[i].done},
                            {"failed", counts[i].failed},
                            {"pending", counts[i].pending}});
  for (const auto& attempt : store.uncounted_attempts(kUncountedAttempts))
    out["uncounted_attempts"].push_back({{"case", attempt.case_name},
                                         {"repetition", attempt.number},
                                         {"verdict", attempt.verdict},
                                         {"reason", attempt.reason}});
  out["live"] = seen.live ? nlohmann::ordered_json::parse(live_to_json(*seen.live)) : nullptr;
  fmt::print("{}\n", json_text(out, 2));
}

/// "running; 3 running, at most 4, about 2:10 left".
std::string state_text(const Seen& seen) {
  if (!seen.live) return "running";
  const LiveState& live = *seen.live;
  std::string text(to_string(live.state));
  if (!live.waiting.empty()) text += ", " + live.waiting;
  text += fmt::format("; {} running, at most {}", running_repetitions(live), live.allowed);
  if (!live.tasks.empty()) text += ", in " + tasks_text(live.tasks);
  if (live.remaining_s >= 0) text += ", about " + clock_text(live.remaining_s) + " left";
  if (live.lateness_p999_ns >= 0)
    text += ", lateness p99.9 " + short_duration(live.lateness_p999_ns);
  return text;
}

void print_slots(const LiveState& live) {
  for (const LiveSlot& slot : live.running_slots) {
    const auto seconds = [&](std::int64_t unix_ns) {
      return clock_text(std::max(0.0, static_cast<double>(unix_ns) / 1e9));
    };
    fmt::print("  slot {}: {} repetition {}, attempt {}: {} for {}{}\n", slot.slot, slot.case_name,
               slot.repetition, slot.attempt, to_string(slot.phase),
               seconds(live.updated_unix_ns - slot.since_unix_ns),
               slot.expected_end_unix_ns == 0
                   ? ""
                   : fmt::format(", about {} left",
                                 seconds(slot.expected_end_unix_ns - live.updated_unix_ns)));
  }
}

void print_tasks(const LiveState& live) {
  for (const LiveTask& task : live.tasks)
    fmt::print("  task {}{}: {}{}; {} running, {} done, {} failed\n", task.task,
               task.node.empty() ? "" : " on " + task.node, task.state,
               task.why.empty() ? "" : " (" + task.why + ")", task.running, task.done, task.failed);
}

void print_text(const Store& store, const Seen& seen) {
  const auto progress = store.progress();
  fmt::print("{}: {} done, {} failed, {} pending{}; {}\n", store.campaign().name, progress.done,
             progress.failed, progress.pending,
             progress.skipped > 0 ? fmt::format(", {} not needed", progress.skipped) : "",
             seen.running           ? state_text(seen)
             : progress.pending > 0 ? is_recording(store.campaign())
                                          ? "ended without a result; a recording is not run again"
                                          : "not running"
                                    : "complete");
  if (seen.live && !seen.live->machine_problem.empty())
    fmt::print("  {}\n", seen.live->machine_problem);
  if (seen.live) print_slots(*seen.live);
  if (seen.live) print_tasks(*seen.live);
  const auto counts = count_by_case(store);
  const auto cases = store.cases();
  for (std::size_t i = 0; i < cases.size(); ++i)
    fmt::print("  {}: {} of {} done{}\n", cases[i].name, counts[i].done,
               counts[i].done + counts[i].failed + counts[i].pending,
               counts[i].failed > 0 ? fmt::format(", {} failed", counts[i].failed) : "");
  const auto uncounted_attempts = store.uncounted_attempts(kUncountedAttempts);
  if (!uncounted_attempts.empty())
    fmt::print("{} attempt{} invalid{}, {} failed; the last:\n", progress.invalid_attempts,
               progress.invalid_attempts == 1 ? "" : "s",
               progress.machine_attempts > 0
                   ? fmt::format(" ({} lost to the machine)", progress.machine_attempts)
                   : "",
               progress.failed_attempts);
  for (const auto& attempt : uncounted_attempts)
    fmt::print("  {} repetition {}: {}: {}\n", attempt.case_name, attempt.number, attempt.verdict,
               attempt.reason);
}

}  // namespace

void add_status(CLI::App& app, Action& action) {
  auto root = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false);
  auto* verb = app.add_subcommand("status", "Print the progress of a campaign");
  verb->add_option("directory", *root, "The campaign directory")->required();
  verb->add_flag("--json", *json, "Print JSON");
  verb->callback([=, &action] {
    action = [=] {
      const Store store(store_of(*root), Store::Access::kReadOnly);
      (*json ? print_json : print_text)(store, {is_running(*root), read_live(*root)});
      return static_cast<int>(kOk);
    };
  });
}

}  // namespace seawind
