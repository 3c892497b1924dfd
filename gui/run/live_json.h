// SPDX-License-Identifier: GPL-3.0-or-later
// A live source as lines of JSON, the format of recordings. Each line is an object with `at`
// (seconds since the start of the recording) and one of state, attempts, began, report, silent,
// changed, configured, failed.
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

/// The line without its line end.
QByteArray to_json(const LiveLine& line);
/// Parses a line. Returns nothing, and the reason in `error`, if the text is not a valid line.
std::optional<LiveLine> from_json(const QByteArray& text, QString& error);

}  // namespace seawind::gui
