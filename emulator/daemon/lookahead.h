// SPDX-License-Identifier: GPL-3.0-or-later
// The lookahead of conservative simulation (Chandy and Misra): the time for which an IP frame that
// arrives now cannot have an effect outside its link. Frames need not wake a relay thread whose
// next event is nearer; it takes them, with the kernel's stamps, ahead of that event. Frames that
// are not IP, which pass a link at once, wait as well.
#pragma once

#include "common/time.h"
#include "emulator/link/hop_config.h"

namespace seawind {

/// The least propagation delay in both directions and all states, before and after timed changes;
/// 0 with a stage, which may send packets of its own at once (packet control).
Duration lookahead_of(const HopConfig& config);

}  // namespace seawind
