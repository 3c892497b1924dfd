// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/live.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "common/error.h"
#include "common/json_number.h"
#include "common/json_ordered.h"
#include "common/json_text.h"
#include "common/printable.h"
#include "controller/campaign/control.h"
#include "controller/store/layout.h"

namespace seawind {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::chrono::seconds kAtLeastEvery{1};

struct MalformedLive {};

/// The state without the fields that change with time alone.
LiveState timeless(LiveState state) {
  state.updated_unix_ns = 0;
  state.elapsed_s = 0;
  state.remaining_s = 0;
  state.lateness_p999_ns = 0;
  for (LiveSlot& slot : state.running_slots) slot.expected_end_unix_ns = 0;
  return state;
}

constexpr std::int64_t kMaxNumber = 1'000'000'000;
constexpr std::int64_t kLatestTime = std::int64_t{7'258'118'400} * 1'000'000'000;  // the year 2200

/// The value of the key, if it is an integer from `least` to `most`.
template <typename T = int>
T whole_at(const Json& from, const char* key, std::int64_t least = 0,
           std::int64_t most = kMaxNumber) {
  const auto value = whole_number<std::int64_t>(from.at(key));
  if (value < least || value > most) throw MalformedLive();
  return static_cast<T>(value);
}

double seconds_at(const Json& from, const char* key) {
  const Json& value = from.at(key);
  if (!value.is_number()) throw MalformedLive();
  return std::clamp(value.get<double>(), -1.0, 1e12);
}

std::string text_at(const Json& from, const char* key) {
  return printable(from.at(key).get<std::string>());
}

/// A path that stays inside the campaign.
std::string inside_at(const Json& from, const char* key) {
  const std::filesystem::path path = text_at(from, key);
  if (path.is_absolute() || std::find(path.begin(), path.end(), "..") != path.end())
    throw MalformedLive();
  return path.string();
}

LiveSlot slot_from(const Json& from) {
  return {
      .slot = whole_at(from, "slot"),
      .case_index = whole_at(from, "case_index"),
      .case_name = text_at(from, "case"),
      .repetition = whole_at(from, "repetition"),
      .attempt = whole_at(from, "attempt"),
      .phase = attempt_phase(text_at(from, "phase")).value(),
      .since_unix_ns = whole_at<std::int64_t>(from, "since_unix_ns", 0, kLatestTime),
      .expected_end_unix_ns = whole_at<std::int64_t>(from, "expected_end_unix_ns", 0, kLatestTime),
      .link = text_at(from, "link"),
      .directory = inside_at(from, "directory")};
}

LiveTask task_from(const Json& from) {
  return {.task = text_at(from, "task"),
          .node = text_at(from, "node"),
          .state = text_at(from, "state"),
          .why = text_at(from, "why"),
          .running = whole_at(from, "running"),
          .done = whole_at(from, "done"),
          .failed = whole_at(from, "failed")};
}

}  // namespace

int running_repetitions(const CampaignProgress& progress) {
  int out = static_cast<int>(progress.running_slots.size());
  for (const LiveTask& task : progress.tasks) out += task.running;
  return out;
}

std::string tasks_text(const std::vector<LiveTask>& tasks) {
  struct Group {
    int tasks = 0;
    std::set<std::string> nodes;
    std::set<std::string> why;
  };
  std::map<std::string, Group> groups;
  for (const LiveTask& task : tasks) {
    Group& group = groups[task.state];
    ++group.tasks;
    if (!task.node.empty()) group.nodes.insert(task.node);
    if (!task.why.empty()) group.why.insert(task.why);
  }
  std::string text = fmt::format("{} task{}", tasks.size(), tasks.size() == 1 ? "" : "s");
  const char* separator = ": ";
  constexpr std::size_t kMostNamed = 8;
  for (const auto& [state, group] : groups) {
    text += fmt::format("{}{} {}", separator, group.tasks, state);
    if (!group.nodes.empty() && group.nodes.size() <= kMostNamed)
      text += fmt::format(" on {}", fmt::join(group.nodes, ", "));
    if (!group.why.empty() && group.why.size() <= kMostNamed)
      text += fmt::format(" ({})", fmt::join(group.why, ", "));
    separator = "; ";
  }
  return text;
}

std::string live_to_json(const LiveState& state) {
  Json slots = Json::array();
  for (const LiveSlot& slot : state.running_slots)
    slots.push_back({{"slot", slot.slot},
                     {"case_index", slot.case_index},
                     {"case", slot.case_name},
                     {"repetition", slot.repetition},
                     {"attempt", slot.attempt},
                     {"phase", to_string(slot.phase)},
                     {"since_unix_ns", slot.since_unix_ns},
                     {"expected_end_unix_ns", slot.expected_end_unix_ns},
                     {"link", slot.link},
                     {"directory", slot.directory}});
  Json tasks = Json::array();
  for (const LiveTask& task : state.tasks)
    tasks.push_back({{"task", task.task},
                     {"node", task.node},
                     {"state", task.state},
                     {"why", task.why},
                     {"running", task.running},
                     {"done", task.done},
                     {"failed", task.failed}});
  const Json out{{"version", LiveState::kVersion},
                 {"pid", state.pid},
                 {"state", to_string(state.state)},
                 {"waiting", state.waiting},
                 {"machine", state.machine_problem},
                 {"started_unix_ns", state.started_unix_ns},
                 {"updated_unix_ns", state.updated_unix_ns},
                 {"allowed", state.allowed},
                 {"pending", state.queued},
                 {"done", state.done},
                 {"failed", state.failed},
                 {"elapsed_s", state.elapsed_s},
                 {"remaining_s", state.remaining_s},
                 {"lateness_p999_ns", state.lateness_p999_ns},
                 {"relay", state.relay},
                 {"slots", slots},
                 {"tasks", tasks}};
  return json_text(out, 2) + "\n";
}

std::optional<LiveState> live_from_json(const std::string& json) {
  const Json from = parse_ordered(json);
  if (!from.is_object()) return {};
  try {
    if (from.at("version") != LiveState::kVersion) return {};
    LiveState state;
    state.state = run_state(text_at(from, "state")).value();
    if (from.contains("waiting")) state.waiting = text_at(from, "waiting");
    if (from.contains("machine")) state.machine_problem = text_at(from, "machine");
    state.allowed = whole_at(from, "allowed");
    state.queued = whole_at(from, "pending");
    state.done = whole_at(from, "done");
    state.failed = whole_at(from, "failed");
    state.elapsed_s = seconds_at(from, "elapsed_s");
    state.remaining_s = seconds_at(from, "remaining_s");
    state.lateness_p999_ns = whole_at<std::int64_t>(from, "lateness_p999_ns", -1, kLatestTime);
    state.pid = whole_at<std::int64_t>(from, "pid");
    state.started_unix_ns = whole_at<std::int64_t>(from, "started_unix_ns", 0, kLatestTime);
    state.updated_unix_ns = whole_at<std::int64_t>(from, "updated_unix_ns", 0, kLatestTime);
    state.relay = text_at(from, "relay");
    for (const Json& slot : from.at("slots")) state.running_slots.push_back(slot_from(slot));
    for (const Json& task : from.at("tasks")) state.tasks.push_back(task_from(task));
    return state;
  } catch (const nlohmann::json::exception&) {
  } catch (const std::bad_optional_access&) {
  } catch (const MalformedLive&) {
  }
  return {};
}

std::optional<LiveState> read_live(const std::filesystem::path& campaign) {
  std::optional<LiveState> state;
  try {
    state = live_from_json(Directory(campaign).read_text(kLiveFile, kLargestLiveFile));
  } catch (const Error&) {  // absent or unreadable
  }
  // The lock is checked last: if it is held after the file was read, the file is not the remains of
  // a dead run.
  if (!state || !is_running(campaign)) return {};
  return state;
}

LiveFile::~LiveFile() {
  remove();  // no effect once the lock is free
}

bool LiveFile::replace(const std::string& json) {
  try {
    campaign_.replace(kLiveFile, json);
    return true;
  } catch (const Error&) {
    return false;  // the next one may fit
  }
}

void LiveFile::remove() {
  try {
    campaign_.remove(kLiveFile);
  } catch (const Error&) {
  }
}

void LiveFile::update(const LiveState& state, std::chrono::steady_clock::time_point now) {
  LiveState what = timeless(state);
  if (written_ && now < *written_ + kAtLeastEvery && what == last_) return;
  const std::string json = live_to_json(state);
  if (!replace(json)) {
    // The disk is full. Readers need the new state, which reports this. Removing the old file frees
    // space for it.
    remove();
    replace(json);
  }
  last_ = std::move(what);
  written_ = now;
}

}  // namespace seawind
