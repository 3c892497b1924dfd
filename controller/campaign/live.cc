// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/live.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "common/error.h"
#include "controller/campaign/control.h"
#include "controller/campaign/files.h"
#include "controller/results/layout.h"

namespace seawind {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::chrono::seconds kAtLeastEvery{1};

/// What changes without anything having happened.
LiveState timeless(LiveState state) {
  state.updated_unix_ns = 0;
  state.elapsed_s = 0;
  state.remaining_s = 0;
  state.lateness_p999_ns = 0;
  for (LiveSlot& slot : state.slots) slot.expected_end_unix_ns = 0;
  return state;
}

LiveSlot slot_from(const Json& from) {
  return {.slot = from.at("slot"),
          .case_index = from.at("case_index"),
          .case_name = from.at("case"),
          .repetition = from.at("repetition"),
          .attempt = from.at("attempt"),
          .phase = attempt_phase(from.at("phase").get<std::string>()).value(),
          .since_unix_ns = from.at("since_unix_ns"),
          .expected_end_unix_ns = from.at("expected_end_unix_ns"),
          .link = from.at("link"),
          .directory = from.at("directory")};
}

}  // namespace

std::string live_to_json(const LiveState& state) {
  Json slots = Json::array();
  for (const LiveSlot& slot : state.slots)
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
  const Json out{{"version", LiveState::kVersion},
                 {"pid", state.pid},
                 {"state", to_string(state.state)},
                 {"started_unix_ns", state.started_unix_ns},
                 {"updated_unix_ns", state.updated_unix_ns},
                 {"allowed", state.allowed},
                 {"pending", state.pending},
                 {"done", state.done},
                 {"failed", state.failed},
                 {"elapsed_s", state.elapsed_s},
                 {"remaining_s", state.remaining_s},
                 {"lateness_p999_ns", state.lateness_p999_ns},
                 {"relay", state.relay},
                 {"slots", slots}};
  return out.dump(2) + "\n";
}

std::optional<LiveState> live_from_json(const std::string& text) {
  const Json from = Json::parse(text, nullptr, false);
  if (!from.is_object() || from.value("version", 0) != LiveState::kVersion) return {};
  try {
    LiveState state{.pid = from.at("pid"),
                    .state = run_state(from.at("state").get<std::string>()).value(),
                    .started_unix_ns = from.at("started_unix_ns"),
                    .updated_unix_ns = from.at("updated_unix_ns"),
                    .allowed = from.at("allowed"),
                    .pending = from.at("pending"),
                    .done = from.at("done"),
                    .failed = from.at("failed"),
                    .elapsed_s = from.at("elapsed_s"),
                    .remaining_s = from.at("remaining_s"),
                    .lateness_p999_ns = from.at("lateness_p999_ns"),
                    .relay = from.at("relay"),
                    .slots = {}};
    for (const Json& slot : from.at("slots")) state.slots.push_back(slot_from(slot));
    return state;
  } catch (const nlohmann::json::exception&) {
  } catch (const std::bad_optional_access&) {
  }
  return {};
}

std::optional<LiveState> read_live(const std::filesystem::path& campaign) {
  std::ifstream in(campaign / kLiveFile, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  auto state = live_from_json(text.str());
  // Asked last: a file that was read while the lock is held was not left behind by a dead run.
  if (!state || !is_running(campaign)) return {};
  return state;
}

LiveFile::LiveFile(std::filesystem::path campaign) : file_(std::move(campaign) / kLiveFile) {}

LiveFile::~LiveFile() {
  std::error_code ignored;
  std::filesystem::remove(file_, ignored);
}

void LiveFile::update(const LiveState& state, std::chrono::steady_clock::time_point now) {
  LiveState what = timeless(state);
  if (written_ && now < *written_ + kAtLeastEvery && what == last_) return;
  try {
    replace_file(file_, live_to_json(state));
  } catch (const Error&) {
    // A full disk; the next one may fit.
  }
  last_ = std::move(what);
  written_ = now;
}

}  // namespace seawind
