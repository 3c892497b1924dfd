// SPDX-License-Identifier: GPL-3.0-or-later
// The product of the axes as a table with one row per case, including excluded cases. The check box
// in the first column includes or excludes a case.
#pragma once

#include <QtWidgets>
#include <array>

#include "gui/row_table.h"
#include "gui/testset/matrix.h"
#include "gui/testset/planner.h"

namespace seawind::gui {

struct CaseRow {
  std::array<QString, kAxes> values;
  int excluded_by = -1;                    // entry of `exclude`; -1: included
  QString entry;                           // in words
  const CaseEstimate* estimate = nullptr;  // of the included case; null: not known
};

class CasesModel : public RowTable<CaseRow> {
  Q_OBJECT

 public:
  enum Column { kLink, kRouter, kTcp, kWorkload, kExpected, kExcludedBy };
  CasesModel(Matrix& matrix, Planner& planner, QObject* parent = nullptr);
  Matrix& matrix() { return matrix_; }

  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 private:
  QList<CaseRow> read();
  QVariant cell(const CaseRow& row, int column, int role) const override;

  Matrix& matrix_;
  Planner& planner_;
  std::shared_ptr<const Planned> planned_;  // holds the estimates of the rows
};

}  // namespace seawind::gui
