// SPDX-License-Identifier: GPL-3.0-or-later
// Texts for numbers and names of running campaigns.
#pragma once

#include <QtWidgets>

#include "gui/run/campaign_scan.h"
#include "gui/run/live_state.h"

namespace seawind::gui {

/// 0:07, 12:30, 1:02:03; a dash when negative.
QString clock_text(double seconds);
/// 558us, 1.25ms, 2.1s; a dash when negative.
QString lateness_text(std::int64_t ns);
QString verdict_text(Verdict verdict);
QColor verdict_colour(Verdict verdict);
QString phase_text(std::optional<RunState> phase);
/// "unfinished, 12 of 60 done, 1 failed"
QString entry_text(const CampaignEntry& entry);
/// "running, 12 of 60 done, about 4:10 left, until 14:32"
QString summary_text(const CampaignState& state);
/// "e0/tail-drop-20/baseline/w1, repetition 3, attempt 1"
QString slot_text(const SlotState& slot);

}  // namespace seawind::gui
