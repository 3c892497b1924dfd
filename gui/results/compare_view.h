// SPDX-License-Identifier: GPL-3.0-or-later
// Compares a campaign with published values or with another campaign, or its cases with one of
// them. A table has the results of `seawind compare`; box plots show the metric of the selected row
// side by side.
#pragma once

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QWidget>

#include "controller/report/paired.h"
#include "gui/places.h"
#include "gui/results/campaign_data.h"
#include "gui/results/chart.h"
#include "gui/results/rows_model.h"
#include "gui/results/task.h"

namespace seawind::gui {

QStringList paired_titles();
std::vector<Row> paired_table(const std::vector<PairedRow>& rows);
QStringList published_titles();
std::vector<Row> published_table(const std::vector<Comparison>& comparisons);

class CompareView : public QWidget {
  Q_OBJECT

 public:
  enum class Against { kPublished, kCampaign, kCase };

  explicit CompareView(Places places, QWidget* parent = nullptr);
  void set_campaign(CampaignPtr campaign);
  /// Sets the campaigns offered for comparison.
  void set_campaigns(const QStringList& directories);
  /// `target`: file of published values, campaign directory, or case.
  void compare(Against against, const QString& target);
  QString csv() const { return to_csv(proxy_); }
  QAbstractItemModel& shown() { return proxy_; }
  QTableView& table() { return *table_; }
  PlotView& left() { return *left_; }
  PlotView& right() { return *right_; }
  Task& task() { return task_; }
  QString verdict() const { return verdict_->text(); }

 signals:
  void repetition_requested(const QString& directory, const QString& case_name, int number);

 private:
  struct Result {
    std::vector<Row> rows;
    QStringList titles;
    QString verdict;
    CampaignPtr other;  // the other campaign, for a comparison of campaigns
    std::vector<Comparison> comparisons;
    std::vector<PairedRow> pairs;
  };
  void fill_targets();
  void refresh();
  void show_result(Result result);
  void draw_row(int row);
  void add_published(const std::string& metric);

  Places places_;
  QComboBox* against_;
  QComboBox* target_;
  QDoubleSpinBox* confidence_;
  QPushButton* browse_;
  QLabel* verdict_;
  QProgressBar* progress_;
  QPushButton* cancel_;
  QTableView* table_;
  PlotView* left_;
  PlotView* right_;
  Chart left_chart_;
  Chart right_chart_;
  RowsModel model_;
  QSortFilterProxyModel proxy_;
  Task task_;
  CampaignPtr campaign_;
  QStringList campaigns_;
  Result result_;
};

}  // namespace seawind::gui
