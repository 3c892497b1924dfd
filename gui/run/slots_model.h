// SPDX-License-Identifier: GPL-3.0-or-later
// The slots of a running campaign in ascending order. A new list changes only the rows that differ,
// so that the selection is kept.
#pragma once

#include <QAbstractTableModel>

#include "gui/run/live_state.h"

namespace seawind::gui {

class SlotsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kSlot, kCase, kRepetition, kAttempt, kPhase, kProgress, kRemaining, kColumns };
  static constexpr int kPercentRole = Qt::UserRole;  // percentage of column kProgress, 0 to 100;
                                                     // -1: not known

  using QAbstractTableModel::QAbstractTableModel;

  /// `slots_in_use` in ascending order of their numbers.
  void set(const QList<SlotState>& slots_in_use);
  const SlotState& at(int row) const { return rows_[row]; }
  /// Row of the slot, or -1.
  int row_of(int slot) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QList<SlotState> rows_;
};

}  // namespace seawind::gui
