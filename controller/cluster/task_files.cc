// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/cluster/task_files.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/json_number.h"
#include "common/json_text.h"
#include "common/printable.h"
#include "common/to_number.h"
#include "controller/store/layout.h"

namespace seawind::cluster {
namespace {

using nlohmann::json;

constexpr int kVersion = 1;             // of the format of all files
constexpr int kMostNumbered = 100'000;  // submissions, tasks of one, starts of one
constexpr int kMostCounted = 100'000'000;
constexpr const char* kUnneededFile = "unneeded.json";
constexpr std::size_t kLongestText = 1000;

constexpr std::array<std::string_view, 6> kPhases{"examining", "running", "ended",
                                                  "stopped",   "unfit",   "failed"};

/// The number that `text` is, if it is from `least` to `most` and written without a leading zero.
std::optional<int> number(std::string_view text, int least, int most) {
  const auto out = to_number<int>(text);
  return out && *out >= least && *out <= most && fmt::to_string(*out) == text ? out : std::nullopt;
}

json parse(const std::string& text, const std::string& file) {
  json out = json::parse(text, nullptr, false);
  if (!out.is_object()) throw Error("cannot read " + file + ": it is not a JSON object");
  if (out.value("version", json()) != kVersion)
    throw Error(fmt::format("cannot read {}: its version is not {}", file, kVersion));
  return out;
}

int whole(const json& from, int least, int most) {
  const int out = whole_number<int>(from);
  if (out < least || out > most) throw json::type_error::create(302, "out of range", &from);
  return out;
}

std::string text(const json& from, const char* key) {
  return excerpt(from.at(key).get<std::string>(), kLongestText);
}

}  // namespace

std::optional<TaskId> task_id(const std::string& words) {
  const auto slash = words.find('/');
  if (slash == std::string::npos) return {};
  const auto submission = number(std::string_view(words).substr(0, slash), 1, kMostNumbered);
  const auto task = number(std::string_view(words).substr(slash + 1), 1, kMostNumbered);
  if (!submission || !task) return {};
  return TaskId{*submission, *task};
}

std::string TaskRun::name() const {
  return fmt::format("{}-{}.{}", id.submission, id.task, start);
}

std::string TaskRun::state_file() const {
  return fmt::format("{}.{}.json", id.task, start);
}

std::string TaskRun::store_file() const {
  return fmt::format("{}.{}.db", id.task, start);
}

std::string TaskRun::attempts() const {
  return fmt::format("{}/+{}/{}", kAttemptsFolder, id.submission, name());
}

std::optional<TaskRun> task_run(int submission, const std::string& name, const char* ending) {
  std::string_view left = name;
  if (!left.ends_with(ending)) return {};
  left.remove_suffix(std::string_view(ending).size());
  const auto dot = left.find('.');
  if (dot == std::string_view::npos) return {};
  const auto task = number(left.substr(0, dot), 1, kMostNumbered);
  const auto start = number(left.substr(dot + 1), 0, kMostNumbered);
  if (!task || !start) return {};
  return TaskRun{{submission, *task}, *start};
}

std::string order_file(int task) {
  return fmt::format("{}.json", task);
}

Directory submission_folder(const Directory& campaign, int submission) {
  return campaign.open_or_make(kClusterFolder).open_or_make(fmt::to_string(submission));
}

std::vector<int> submissions(const Directory& campaign) {
  std::vector<int> out;
  if (!campaign.status_of(kClusterFolder)) return out;
  for (const std::string& name : campaign.open(kClusterFolder).names())
    if (const auto one = number(name, 1, kMostNumbered)) out.push_back(*one);
  std::ranges::sort(out);
  return out;
}

void write_order(const Directory& submission, int task, const Order& order) {
  json jobs = json::array();
  for (const Job& job : order.jobs)
    jobs.push_back({job.case_index, job.number, job.attempt, job.counted, job.lost_to_machine});
  const json out{{"version", kVersion},
                 {"plan_sha256", order.plan_sha256},
                 {"program_version", order.program_version},
                 {"parallel", order.parallel},
                 {"root_programs", order.root_programs},
                 {"jobs", std::move(jobs)}};
  submission.replace_durably(order_file(task), json_text(out) + "\n");
}

Order read_order(const Directory& submission, int task, int cases, int repetitions) {
  const std::string name = order_file(task);
  return order_from(submission.read_text(name, kLargestOrder), submission.path_of(name), cases,
                    repetitions);
}

Order order_from(const std::string& text_of_order, const std::string& file, int cases,
                 int repetitions) {
  const json from = parse(text_of_order, file);
  try {
    Order out{.plan_sha256 = text(from, "plan_sha256"),
              .program_version = text(from, "program_version"),
              .parallel = text(from, "parallel"),
              .root_programs = from.at("root_programs").get<bool>()};
    for (const json& job : from.at("jobs"))
      out.jobs.push_back({.case_index = whole(job.at(0), 0, cases - 1),
                          .number = whole(job.at(1), 0, repetitions - 1),
                          .attempt = whole(job.at(2), 1, kMostCounted),
                          .counted = whole(job.at(3), 1, kMostCounted),
                          .lost_to_machine = whole(job.at(4), 0, kMostCounted)});
    return out;
  } catch (const json::exception& wrong) {
    throw Error(fmt::format("cannot read {}: {}", file, printable(wrong.what())));
  }
}

std::string_view to_string(TaskPhase phase) {
  return kPhases.at(static_cast<std::size_t>(phase));
}

std::optional<TaskPhase> task_phase(std::string_view word) {
  const auto* const found = std::ranges::find(kPhases, word);
  if (found == kPhases.end()) return {};
  return static_cast<TaskPhase>(found - kPhases.begin());
}

void write_state(const Directory& submission, const TaskRun& run, const TaskState& state) {
  const json out{{"version", kVersion},
                 {"node", state.node},
                 {"phase", to_string(state.phase)},
                 {"problem", state.problem},
                 {"allowed", state.allowed},
                 {"running", state.running},
                 {"done", state.done},
                 {"failed", state.failed},
                 {"updated_unix_ns", state.updated_unix_ns}};
  submission.replace_durably(run.state_file(), json_text(out, 2) + "\n");
}

std::optional<TaskState> read_state(const Directory& submission, const TaskRun& run) {
  try {
    return state_from_json(submission.read_text(run.state_file(), kLargestTaskState));
  } catch (const Error&) {
    return {};
  }
}

std::optional<TaskState> state_from_json(const std::string& text_of_state) {
  try {
    const json from = parse(text_of_state, {});
    const auto phase = task_phase(from.at("phase").get<std::string>());
    if (!phase) return {};
    return TaskState{.node = text(from, "node"),
                     .phase = *phase,
                     .problem = text(from, "problem"),
                     .allowed = whole(from.at("allowed"), 0, kMostCounted),
                     .running = whole(from.at("running"), 0, kMostCounted),
                     .done = whole(from.at("done"), 0, kMostCounted),
                     .failed = whole(from.at("failed"), 0, kMostCounted),
                     .updated_unix_ns = whole_number<std::int64_t>(from.at("updated_unix_ns"))};
  } catch (const Error&) {
  } catch (const json::exception&) {
  }
  return {};
}

TaskRun begin_run(const Directory& submission, TaskId id) {
  for (TaskRun run{id};; ++run.start) {
    if (submission.status_of(run.state_file())) continue;
    try {
      submission.create(run.state_file());  // fails if another start has made it
      return run;
    } catch (const SystemError& error) {
      if (error.number() != EEXIST) throw;
    }
  }
}

void write_unneeded(const Directory& campaign, const Unneeded& unneeded) {
  json cases = json::array();
  for (const auto& [test_case, first] : unneeded) cases.push_back({test_case, first});
  const json out{{"version", kVersion}, {"cases", std::move(cases)}};
  campaign.open_or_make(kClusterFolder).replace_durably(kUnneededFile, json_text(out) + "\n");
}

Unneeded read_unneeded(const Directory& campaign) {
  Unneeded out;
  try {
    const json from =
        parse(campaign.open(kClusterFolder).read_text(kUnneededFile, kLargestOrder), {});
    for (const json& one : from.at("cases"))
      out[whole(one.at(0), 0, kMostCounted)] = whole(one.at(1), 0, kMostCounted);
  } catch (const Error&) {  // there is none
  } catch (const json::exception&) {
  }
  return out;
}

}  // namespace seawind::cluster
