// SPDX-License-Identifier: GPL-3.0-or-later
// Finished attempts, in the order in which they ended; only ever grows until clear().
#pragma once

#include "gui/row_table.h"
#include "gui/run/live_state.h"

namespace seawind::gui {

class AttemptsModel : public RowTable<AttemptRow> {
  Q_OBJECT

 public:
  enum Column {
    kCase,
    kRepetition,
    kAttempt,
    kVerdict,
    kP50,
    kP99,
    kP999,
    kMax,
    kSeconds,
    kReason
  };
  static constexpr int kSortRole = Qt::UserRole;  // the value itself

  using RowTable::RowTable;

  void append(const QList<AttemptRow>& attempts) { append_rows(attempts); }
  void clear() { reset_rows({}); }

  QVariant headerData(int section, Qt::Orientation orientation,
                      int role = Qt::DisplayRole) const override;

 private:
  QStringList titles() const override;
  QVariant cell(const AttemptRow& row, int column, int role) const override;
  QVariant value(const AttemptRow& row, int column) const;
  QString text(const AttemptRow& row, int column) const;
};

}  // namespace seawind::gui
