// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics of every metric of every case as a table that can be filtered, sorted and saved as
// CSV.
#pragma once

#include <QtWidgets>

#include "controller/report/recipe.h"
#include "gui/results/campaign_data.h"
#include "gui/results/rows_model.h"
#include "gui/task.h"

namespace seawind::gui {

QStringList statistics_titles();
/// One row for each case and metric. `all`: every metric; else the metrics of reports.
std::vector<Row> statistics_rows(const CampaignData& campaign, const CaseExpression& cases,
                                 bool all);

class MetricTable : public QWidget {
  Q_OBJECT

 public:
  explicit MetricTable(QWidget* parent = nullptr);
  void set_campaign(CampaignPtr campaign);
  void set_cases(const CaseExpression& cases);
  /// The table as CSV, in its current order and with its current filter.
  QString csv() const { return to_csv(proxy_); }
  QAbstractItemModel& shown() { return proxy_; }
  Task& task() { return task_; }
  QLineEdit& filter() { return *filter_; }

 signals:
  /// The user selected a row, so that its metric should be drawn.
  void metric_requested(const QString& metric);

 private:
  void refresh();
  QLineEdit* filter_;
  QCheckBox* all_;
  QTableView* table_;
  RowsModel model_;
  QSortFilterProxyModel proxy_;
  Task task_;
  CampaignPtr campaign_;
  CaseExpression cases_;
};

}  // namespace seawind::gui
