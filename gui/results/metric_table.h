// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics of every metric of every case as a table that is filtered, sorted and saved as CSV.
#pragma once

#include <QCheckBox>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QWidget>

#include "controller/results/recipe.h"
#include "gui/results/campaign_data.h"
#include "gui/results/rows_model.h"
#include "gui/results/task.h"

namespace seawind::gui {

QStringList statistics_titles();
/// A row for each case and metric; `all`: every metric, else those of reports.
std::vector<Row> statistics_rows(const CampaignData& campaign, const CaseFilter& cases, bool all);

/// A table with a proxy that sorts by value, resized once, read by keyboard.
QTableView* make_table(QAbstractItemModel& model, const QString& name);

class MetricTable : public QWidget {
  Q_OBJECT

 public:
  explicit MetricTable(QWidget* parent = nullptr);
  void set_campaign(CampaignPtr campaign);
  void set_cases(const CaseFilter& cases);
  /// As it is shown.
  QString csv() const { return to_csv(proxy_); }
  QAbstractItemModel& shown() { return proxy_; }
  Task& task() { return task_; }
  QLineEdit& filter() { return *filter_; }

 signals:
  /// A row was chosen: its metric, to be drawn.
  void metric_wanted(const QString& metric);

 private:
  void refresh();
  QLineEdit* filter_;
  QCheckBox* all_;
  QTableView* table_;
  RowsModel model_;
  QSortFilterProxyModel proxy_;
  Task task_;
  CampaignPtr campaign_;
  CaseFilter cases_;
};

}  // namespace seawind::gui
