// SPDX-License-Identifier: GPL-3.0-or-later
// The requests to a running campaign, and its states.
#pragma once

#include <optional>
#include <string_view>

namespace seawind {

enum class ControlRequest {
  kRun,     // begin repetitions
  kPause,   // running attempts end normally, no new one begins
  kFinish,  // as kPause; after the last attempt the run ends as interrupted
  kStop,    // as Ctrl-C: running attempts are stopped and discarded, the run ends
};

enum class RunState { kRunning, kPaused, kFinishing, kStopping };

/// The phase of an attempt. Before kRunning it has no link, or only that of a warm-up.
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

/// The state that follows from a request.
RunState state_of(ControlRequest request);

}  // namespace seawind
