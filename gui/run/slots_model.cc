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

void SlotsModel::set(const QList<SlotState>& slots_in_use) {
  int row = 0;
  for (const SlotState& slot : slots_in_use) {
    while (row < rows_.size() && rows_[row].slot < slot.slot) {
      beginRemoveRows({}, row, row);
      rows_.removeAt(row);
      endRemoveRows();
    }
    if (row < rows_.size() && rows_[row].slot == slot.slot) {
      if (rows_[row] != slot) {
        rows_[row] = slot;
        emit dataChanged(index(row, 0), index(row, kColumns - 1));
      }
    } else {
      beginInsertRows({}, row, row);
      rows_.insert(row, slot);
      endInsertRows();
    }
    ++row;
  }
  if (row < rows_.size()) {
    beginRemoveRows({}, row, static_cast<int>(rows_.size()) - 1);
    rows_.resize(row);
    endRemoveRows();
  }
}

int SlotsModel::row_of(int slot) const {
  for (int row = 0; row < rows_.size(); ++row)
    if (rows_[row].slot == slot) return row;
  return -1;
}

int SlotsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int SlotsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QVariant SlotsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const SlotState& slot = rows_[index.row()];
  if (role == kPercentRole) return percent(slot);
  if (role == Qt::ToolTipRole && index.column() == kCase) return slot.test_case;
  if (role == Qt::TextAlignmentRole && index.column() != kCase && index.column() != kPhase)
    return QVariant::fromValue<int>(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
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

QVariant SlotsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case kSlot:
      return tr("Slot");
    case kCase:
      return tr("Case");
    case kRepetition:
      return tr("Repetition");
    case kAttempt:
      return tr("Attempt");
    case kPhase:
      return tr("Phase");
    case kProgress:
      return tr("Progress");
    case kRemaining:
      return tr("Left");
    default:
      return {};
  }
}

}  // namespace seawind::gui
