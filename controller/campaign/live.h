// SPDX-License-Identifier: GPL-3.0-or-later
// `live.json`: the state of a running campaign, in the campaign's directory. It is replaced as a
// whole once a second and at every change, and removed when the run ends. Its fields are those of
// LiveState (docs/reference/campaign.md).
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "common/directory.h"
#include "controller/campaign/run_state.h"

namespace seawind {

/// A running attempt. Times are ns since 1970-01-01 UTC.
struct LiveSlot {
  int slot = 0;
  int case_index = 0;
  std::string case_name{};
  int repetition = 0;  // from 0
  int attempt = 1;     // from 1
  AttemptPhase phase = AttemptPhase::kSettingUp;
  std::int64_t since_unix_ns = 0;  // start of the attempt
  std::int64_t expected_end_unix_ns =
      0;                    // estimate from earlier attempts, of the same case if any; 0: unknown
  std::string link{};       // name of its link at the relay daemon
  std::string directory{};  // its current directory, relative to the campaign

  bool operator==(const LiveSlot&) const = default;
};

/// A task of a batch system that waits or runs.
struct LiveTask {
  std::string task;     // SUBMISSION/TASK
  std::string node{};   // empty: none yet
  std::string state{};  // waiting, examining, running, ...
  std::string why{};    // why it waits or does not continue
  int running = 0;      // repetitions
  int done = 0;
  int failed = 0;

  bool operator==(const LiveTask&) const = default;
};

/// The progress of a run.
struct CampaignProgress {
  RunState state = RunState::kRunning;
  std::string waiting{};  // what delays new attempts; empty: nothing
  std::string
      machine_problem{};  // why the machine does not keep the limits; empty: it does, or unknown
  int allowed = 0;        // attempts that may run at the same time
  int queued = 0;         // repetitions neither done, failed nor running
  int done = 0;           // of the whole campaign
  int failed = 0;         // of the whole campaign
  double elapsed_s = 0;   // of this run, including pauses
  double remaining_s =
      -1;  // estimate; paused: time after resuming; finishing: until the end; -1: unknown
  std::int64_t lateness_p999_ns =
      -1;  // largest of the running links, as last measured; -1: not yet, or nothing runs
  std::vector<LiveSlot> running_slots{};  // in ascending order of slot
  std::vector<LiveTask> tasks{};          // of a run on a cluster

  bool operator==(const CampaignProgress&) const = default;
};

/// Repetitions that run, here or in tasks.
int running_repetitions(const CampaignProgress& progress);
/// "2 tasks: 1 running on n1; 1 waiting (Resources)".
std::string tasks_text(const std::vector<LiveTask>& tasks);

struct LiveState : CampaignProgress {
  static constexpr int kVersion = 1;  // of the format; other versions are not read

  std::int64_t pid = 0;              // of the controller
  std::int64_t started_unix_ns = 0;  // start of this run
  std::int64_t updated_unix_ns = 0;  // time of this state
  std::string relay;                 // the daemon's UNIX socket; empty: none

  bool operator==(const LiveState&) const = default;
};

inline constexpr std::size_t kLargestLiveFile = 16 << 20;  // bytes; 1000 slots take 400 kB

/// Nothing when no controller runs the campaign, or when it has not written its state yet.
std::optional<LiveState> read_live(const std::filesystem::path& campaign);

std::string live_to_json(const LiveState& state);
/// Nothing when `text` does not have this version.
std::optional<LiveState> live_from_json(const std::string& text);

/// Writes the live state; used by the controller. A full disk loses the live state and has no other
/// effect.
class LiveFile {
 public:
  explicit LiveFile(Directory campaign) : campaign_(std::move(campaign)) {}
  ~LiveFile();  // removes the file
  LiveFile(const LiveFile&) = delete;
  LiveFile& operator=(const LiveFile&) = delete;

  /// Writes at once when anything but elapsed time has changed, otherwise once a second. `now`
  /// is used for that interval only.
  void update(const LiveState& state, std::chrono::steady_clock::time_point now);

 private:
  bool replace(const std::string& json);
  void remove();

  Directory campaign_;
  LiveState last_;
  std::optional<std::chrono::steady_clock::time_point> written_;
};

}  // namespace seawind
