// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/slots_model.h"

#include <algorithm>

#include "gui/run/live_text.h"

namespace seawind::gui {
namespace {

int percent(const SlotState& slot) {
  if (slot.expected_s <= 0) return -1;
  return std::clamp(static_cast<int>(slot.elapsed_s / slot.expected_s * 100), 0, 100);
}

QString progress(const SlotState& slot) {
  const QString elapsed = clock_text(slot.elapsed_s);
  if (percent(slot) < 0) return elapsed;
  return (slot.elapsed_s <= slot.expected_s ? SlotsModel::tr("%1 of %2")
                                            : SlotsModel::tr("%1, expected %2"))
      .arg(elapsed, clock_text(slot.expected_s));
}

/// A dash for an attempt that takes longer than expected.
QString remaining(const SlotState& slot) {
  return clock_text(slot.expected_s - slot.elapsed_s);
}

}  // namespace

SlotsModel::SlotsModel(QObject* parent)
    : RowTable({{tr("Slot"), &SlotState::slot, Qt::AlignRight},
                {tr("Case"), &SlotState::test_case},
                {tr("Repetition"), &SlotState::repetition, Qt::AlignRight},
                {tr("Attempt"), &SlotState::attempt, Qt::AlignRight},
                {tr("Phase"), &SlotState::phase},
                {tr("Progress"), progress, Qt::AlignRight},
                {tr("Left"), remaining, Qt::AlignRight}},
               parent) {}

QVariant SlotsModel::cell(const SlotState& slot, int column, int role) const {
  if (role == kPercentRole) return percent(slot);
  return role == Qt::ToolTipRole && column == kCase ? slot.test_case : QVariant();
}

}  // namespace seawind::gui
