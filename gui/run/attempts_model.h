// SPDX-License-Identifier: GPL-3.0-or-later
// Finished attempts, in the order in which they ended; only ever grows until clear().
#pragma once

#include <QAbstractTableModel>

#include "gui/run/live_state.h"

namespace seawind::gui {

class AttemptsModel : public QAbstractTableModel {
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
    kReason,
    kColumns
  };
  static constexpr int kSortRole = Qt::UserRole;  // the value itself

  using QAbstractTableModel::QAbstractTableModel;

  void append(const QList<AttemptRow>& attempts);
  void clear();
  const AttemptRow& at(int row) const { return rows_[row]; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QVariant value(const AttemptRow& row, int column) const;
  QString text(const AttemptRow& row, int column) const;
  QList<AttemptRow> rows_;
};

}  // namespace seawind::gui
