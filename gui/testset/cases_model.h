// SPDX-License-Identifier: GPL-3.0-or-later
// The product of the axes as a table with one row per case, including excluded cases. The check box
// in the first column includes or excludes a case.
#pragma once

#include <QAbstractTableModel>

#include "gui/testset/matrix.h"
#include "gui/testset/planner.h"

namespace seawind::gui {

class CasesModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kLink, kRouter, kTcp, kWorkload, kExpected, kExcludedBy, kColumns };
  enum Role { kSort = Qt::UserRole, kExcluded };

  CasesModel(Matrix& matrix, Planner& planner, QObject* parent = nullptr);

  Matrix& matrix() { return matrix_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 private:
  void follow_estimate();
  const CaseEstimate* estimate_of(int row) const;

  Matrix& matrix_;
  Planner& planner_;
  int rows_ = 0;
  std::vector<int> estimates_;  // by row: index in the estimate, or -1
};

}  // namespace seawind::gui
