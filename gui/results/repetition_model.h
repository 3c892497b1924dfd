// SPDX-License-Identifier: GPL-3.0-or-later
// A table of the repetitions of a campaign, and its filter.
#pragma once

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <map>

#include "controller/report/recipe.h"
#include "gui/results/campaign_data.h"

namespace seawind::gui {

class RepetitionModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column {
    kCase,
    kNumber,
    kState,
    kVerdict,
    kLateness,
    kLargest,
    kAttempts,
    kStarted,
    kDuration,
    kSeed,
    kReason,
    kColumns
  };
  static constexpr int kSortRole = Qt::UserRole;

  using QAbstractTableModel::QAbstractTableModel;
  /// Replaces the data. Newer data of the same campaign keeps the rows and the selection.
  void set_campaign(CampaignPtr campaign);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  const RepetitionOverview& at(int row) const {
    return campaign_->repetitions[static_cast<std::size_t>(row)];
  }
  const CaseResults& case_at(int row) const;
  // Row of the repetition; -1: not found.
  int row_of(const std::string& case_name, int number) const;

 private:
  QVariant text(const RepetitionOverview& r, int column) const;
  QVariant sort_key(const RepetitionOverview& r, int column) const;

  CampaignPtr campaign_;
  std::map<int, const CaseResults*> cases_;  // by case id
};

class RepetitionFilter : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;
  void set_cases(const CaseExpression& cases);
  /// Shows repetitions in this state; empty: all. TEXT of a condition finds the reason, too.
  void set_state(const QString& state);
  void set_verdict(const QString& verdict);

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

 private:
  CaseExpression cases_;
  QString state_;
  QString verdict_;
};

}  // namespace seawind::gui
