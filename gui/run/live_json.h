// SPDX-License-Identifier: GPL-3.0-or-later
// A live source as lines of JSON: each an object with `at` (seconds since the recording began) and
// one of state, attempts, began, report, silent, changed, configured, failed. What a recording is
// made of.
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <optional>
#include <variant>

#include "emulator/api/emulator.pb.h"
#include "gui/run/live_state.h"

namespace seawind::gui {

struct LinkBegan {
  SlotState slot;
};
struct LinkSilent {
  QString why;
};
struct SourceFailed {
  QString message;
};
using LiveEvent = std::variant<CampaignState, QList<AttemptRow>, LinkBegan, LinkReport, LinkSilent,
                               LinkChangeEntry, LinkConfiguration, SourceFailed>;

struct LiveLine {
  double at_s = 0;
  LiveEvent event;
};

/// Without the end of line.
QByteArray to_json(const LiveLine& line);
/// Nothing, and why in `error`, when it is not such a line.
std::optional<LiveLine> from_json(const QByteArray& text, QString& error);

}  // namespace seawind::gui
