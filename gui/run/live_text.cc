// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/live_text.h"

#include <cmath>

#include "common/units.h"
#include "gui/plot/plot_view.h"

namespace seawind::gui {
namespace {

struct LiveText {
  Q_DECLARE_TR_FUNCTIONS(seawind::gui::RunPage)
};

}  // namespace

QString clock_text(double seconds) {
  return seconds >= 0 ? QString::fromStdString(seawind::clock_text(seconds))
                      : QString::fromUtf8("–");
}

QString lateness_text(std::int64_t ns) {
  return ns < 0 ? QString::fromUtf8("–") : QString::fromStdString(short_duration(ns));
}

QString verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::kValid:
      return LiveText::tr("valid");
    case Verdict::kInvalid:
      return LiveText::tr("invalid");
    case Verdict::kFailed:
      break;
  }
  return LiveText::tr("failed");
}

QColor verdict_colour(Verdict verdict) {
  switch (verdict) {
    case Verdict::kValid:
      return PlotView::colour(2);
    case Verdict::kInvalid:
      return PlotView::colour(1);
    case Verdict::kFailed:
      break;
  }
  return PlotView::colour(4);
}

QString phase_text(std::optional<RunState> phase) {
  if (!phase) return LiveText::tr("unfinished");
  switch (*phase) {
    case RunState::kRunning:
      return LiveText::tr("running");
    case RunState::kPaused:
      return LiveText::tr("paused");
    case RunState::kFinishing:
      return LiveText::tr("ends after the current repetitions");
    case RunState::kStopping:
      return LiveText::tr("stopping");
  }
  return {};
}

QString entry_text(const CampaignEntry& entry) {
  if (!entry.problem.isEmpty()) return LiveText::tr("damaged");
  if (entry.recording && !entry.phase)
    return entry.is_complete() ? LiveText::tr("recording")
                               : LiveText::tr("recording without a result");
  QString text = entry.is_complete() ? LiveText::tr("complete") : phase_text(entry.phase);
  text += LiveText::tr(", %1 of %2 done").arg(entry.done).arg(entry.total);
  if (entry.failed > 0) text += LiveText::tr(", %1 failed").arg(entry.failed);
  return text;
}

QString summary_text(const CampaignState& state) {
  QString text = entry_text({.phase = state.phase,
                             .done = state.done,
                             .failed = state.failed,
                             .total = state.total(),
                             .recording = state.recording});
  if (state.skipped > 0) text += LiveText::tr(", %1 not needed").arg(state.skipped);
  if (state.is_running() && state.remaining_s >= 0) {
    const QDateTime now = QDateTime::currentDateTime();
    const QDateTime end = now.addMSecs(std::llround(state.remaining_s * 1000));
    text += LiveText::tr(", about %1 left, until %2")
                .arg(clock_text(state.remaining_s),
                     end.toString(end.date() == now.date() ? "HH:mm" : "ddd HH:mm"));
  }
  return text;
}

QString slot_text(const SlotState& slot) {
  return LiveText::tr("%1, repetition %2, attempt %3")
      .arg(slot.test_case)
      .arg(slot.repetition)
      .arg(slot.attempt);
}

}  // namespace seawind::gui
