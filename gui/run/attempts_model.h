// SPDX-License-Identifier: GPL-3.0-or-later
// Finished attempts, in the order in which they ended. Rows are only appended until clear().
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
    kReason,
    kP50,
    kP99,
    kP999,
    kMax,
    kSeconds
  };
  explicit AttemptsModel(QObject* parent = nullptr);

  void append(const QList<AttemptRow>& attempts) { append_rows(attempts); }
  void clear() { reset_rows({}); }

 private:
  QVariant cell(const AttemptRow& row, int column, int role) const override;
};

}  // namespace seawind::gui
