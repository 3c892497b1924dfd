// SPDX-License-Identifier: GPL-3.0-or-later
// Includes controller/campaign/live.h and live_link.h in sources that use Qt. Qt's macro `slots`
// collides with a member of that name.
#pragma once

#include "gui/run/live_state.h"

#pragma push_macro("slots")
#undef slots
#include "controller/campaign/live.h"
#include "controller/campaign/live_link.h"

namespace seawind::gui {

inline RunPhase phase_of(RunState state) {
  switch (state) {
    case RunState::kRunning:
      return RunPhase::kRunning;
    case RunState::kPaused:
      return RunPhase::kPaused;
    case RunState::kFinishing:
      return RunPhase::kFinishing;
    case RunState::kStopping:
      return RunPhase::kStopping;
  }
  return RunPhase::kRunning;
}

inline std::vector<LiveSlot>& slots_of(LiveState& state) {
  return state.slots;
}
inline const std::vector<LiveSlot>& slots_of(const LiveState& state) {
  return state.slots;
}

}  // namespace seawind::gui
#pragma pop_macro("slots")
