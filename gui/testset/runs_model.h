// SPDX-License-Identifier: GPL-3.0-or-later
// What a plan makes of repetitions: the order in which they are begun, with their seeds and the
// starts of flows whose start is spread; and the windows of those starts.
#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <vector>

#include "gui/testset/planner.h"

namespace seawind::gui {

/// A row for every run of the campaign, in the order of the controller: repetition by repetition,
/// over all cases. Rows are worked out when they are looked at; at most kMaxRows are there.
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

/// A row for every flow of the matrix's workloads.
class StartsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kWorkload, kFlow, kTraffic, kStart, kColumns };
  enum Role { kWorkloadName = Qt::UserRole };

  explicit StartsModel(Planner& planner, QObject* parent = nullptr);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Row {
    QString workload;
    QString flow;
    QString traffic;
    QString start;
    bool operator==(const Row&) const = default;
  };
  void follow(Planner& planner);
  std::vector<Row> rows_;
};

}  // namespace seawind::gui
