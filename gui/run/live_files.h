// SPDX-License-Identifier: GPL-3.0-or-later
// Includes controller/campaign/live.h and live_link.h in sources that use Qt. Qt's macro `slots`
// collides with a member of that name.
#pragma once

#pragma push_macro("slots")
#undef slots
#include "controller/campaign/live.h"
#include "controller/campaign/live_link.h"

namespace seawind::gui {

inline std::vector<LiveSlot>& slots_of(LiveState& state) {
  return state.slots;
}
inline const std::vector<LiveSlot>& slots_of(const LiveState& state) {
  return state.slots;
}

}  // namespace seawind::gui
#pragma pop_macro("slots")
