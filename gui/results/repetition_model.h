// SPDX-License-Identifier: GPL-3.0-or-later
// A table of the repetitions of a campaign, and its filter.
#pragma once

#include <QtWidgets>

#include "controller/report/recipe.h"
#include "gui/results/campaign_data.h"
#include "gui/row_table.h"

namespace seawind::gui {

struct RepetitionRow : RepetitionOverview {
  const CaseResults* of = nullptr;  // its case
};

class RepetitionModel : public RowTable<RepetitionRow> {
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
    kReason
  };
  explicit RepetitionModel(QObject* parent = nullptr);

  /// Replaces the data. Newer data of the same campaign keeps the rows and the selection.
  void set_campaign(CampaignPtr campaign);
  const CaseResults& case_at(int row) const { return *at(row).of; }
  // Row of the repetition; -1: not found.
  int row_of(const std::string& case_name, int number) const;

 private:
  QVariant cell(const RepetitionRow& row, int column, int role) const override;

  CampaignPtr campaign_;
};

class RepetitionFilter : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;
  /// A plain text in the condition is also searched in the reason.
  void set_cases(const CaseExpression& cases);
  /// Shows repetitions in this state; empty: all.
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
