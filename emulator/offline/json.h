// SPDX-License-Identifier: GPL-3.0-or-later
// The output of seawind-link: JSON for programs (the controller, the GUI), text for users. Times
// are nanoseconds of link time.
#pragma once

#include <string>

#include "emulator/offline/preview.h"
#include "emulator/offline/replay.h"

namespace seawind {

std::string replay_json(const ReplaySummary& summary, const ReplayOptions& options,
                        std::uint64_t seed);
std::string replay_text(const ReplaySummary& summary, const ReplayOptions& options);
std::string preview_json(const Preview& preview, const HopConfig& config, Duration duration,
                         const Probe& probe);

}  // namespace seawind
