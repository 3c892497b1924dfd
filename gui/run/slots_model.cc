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

}  // namespace

QVariant SlotsModel::cell(const SlotState& slot, int column, int role) const {
  if (role == kPercentRole) return percent(slot);
  if (role == Qt::ToolTipRole && column == kCase) return slot.test_case;
  if (role == Qt::TextAlignmentRole && column != kCase && column != kPhase)
    return QVariant::fromValue<int>(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (column) {
    case kSlot:
      return slot.slot;
    case kCase:
      return slot.test_case;
    case kRepetition:
      return slot.repetition;
    case kAttempt:
      return slot.attempt;
    case kPhase:
      return slot.phase;
    case kProgress:
      return percent(slot) < 0
                 ? clock_text(slot.elapsed_s)
                 : tr("%1 of %2").arg(clock_text(slot.elapsed_s), clock_text(slot.expected_s));
    case kRemaining:
      return slot.expected_s < 0 ? clock_text(-1)
                                 : clock_text(std::max(0.0, slot.expected_s - slot.elapsed_s));
    default:
      return {};
  }
}

QStringList SlotsModel::titles() const {
  return {tr("Slot"),  tr("Case"),     tr("Repetition"), tr("Attempt"),
          tr("Phase"), tr("Progress"), tr("Left")};
}

}  // namespace seawind::gui
