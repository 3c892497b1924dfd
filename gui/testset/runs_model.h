// SPDX-License-Identifier: GPL-3.0-or-later
// The repetitions of a plan: their order with seeds and the start times of flows with a spread
// start, and the windows of those start times.
#pragma once

#include <memory>

#include "gui/row_table.h"
#include "gui/testset/planner.h"

namespace seawind::gui {

/// One row per run of the campaign, in the controller's order: repetition by repetition, over all
/// cases. A row is computed on access; the table has at most kMaxRows rows.
class RunsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kNumber, kRepetition, kCase, kSeed, kStarts, kColumns };
  static constexpr int kMaxRows = 1'000'000;

  explicit RunsModel(Planner& planner, QObject* parent = nullptr);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::shared_ptr<const Planned> planned_;
  int rows_ = 0;
};

/// A flow of a workload of the matrix.
struct StartRow {
  QString workload;
  QString flow;
  QString traffic;
  QString start;
  bool operator==(const StartRow&) const = default;
};

class StartsModel : public RowTable<StartRow> {
  Q_OBJECT

 public:
  enum Column { kWorkload, kFlow, kTraffic, kStart };
  static constexpr int kWorkloadName = kSortRole + 1;

  explicit StartsModel(Planner& planner, QObject* parent = nullptr);

 private:
  QVariant cell(const StartRow& row, int column, int role) const override;
  void follow(Planner& planner);
};

}  // namespace seawind::gui
