// SPDX-License-Identifier: GPL-3.0-or-later
// What can be asked of a running campaign, and what it is doing about it.
#pragma once

#include <optional>
#include <string_view>

namespace seawind {

enum class ControlRequest {
  kRun,     // go on
  kPause,   // what runs ends normally, nothing new begins
  kFinish,  // as kPause; when the last has ended, so does the run, as interrupted
  kStop,    // as Ctrl-C: what runs is broken off without a trace, the run ends
};

enum class RunState { kRunning, kPaused, kFinishing, kStopping };

/// Where an attempt is. Before its traffic begins there is no link, or only that of a warm-up.
enum class AttemptPhase { kSettingUp, kRunning };

/// "run", "pause", "finish", "stop".
std::string_view to_string(ControlRequest request);
std::optional<ControlRequest> control_request(std::string_view word);
/// "running", "paused", "finishing", "stopping".
std::string_view to_string(RunState state);
std::optional<RunState> run_state(std::string_view word);
/// "setting up", "running".
std::string_view to_string(AttemptPhase phase);
std::optional<AttemptPhase> attempt_phase(std::string_view word);

/// The state a request leads to.
RunState state_of(ControlRequest request);

}  // namespace seawind
