// SPDX-License-Identifier: GPL-3.0-or-later
// The slots of a running campaign in ascending order. A new list changes only the rows that differ,
// so that the selection is kept.
#pragma once

#include "gui/row_table.h"
#include "gui/run/live_state.h"

namespace seawind::gui {

class SlotsModel : public RowTable<SlotState> {
  Q_OBJECT

 public:
  enum Column { kSlot, kCase, kRepetition, kAttempt, kPhase, kProgress, kRemaining };
  static constexpr int kPercentRole = kSortRole + 1;  // percentage of column kProgress, 0 to 100;
                                                      // -1: not known

  explicit SlotsModel(QObject* parent = nullptr);

  /// `slots_in_use` in ascending order of their numbers.
  void set(const QList<SlotState>& slots_in_use) { update_rows(slots_in_use, &SlotState::slot); }
  /// Row of the slot, or -1.
  int row_of(int slot) const { return find_row(&SlotState::slot, slot); }

 private:
  QVariant cell(const SlotState& slot, int column, int role) const override;
};

}  // namespace seawind::gui
