// SPDX-License-Identifier: GPL-3.0-or-later
// The chart of a campaign, with controls for view, metric, metric of the x axis, and scales.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QWidget>

#include "gui/results/campaign_data.h"
#include "gui/results/chart.h"

namespace seawind::gui {

class ChartView : public QWidget {
  Q_OBJECT

 public:
  explicit ChartView(QWidget* parent = nullptr);

  void set_campaign(CampaignPtr campaign);
  /// Applies a recipe, except for the views of one repetition.
  void set_recipe(const Recipe& recipe);
  void set_cases(const CaseFilter& cases);
  /// A recipe of the current chart, including zoomed ranges.
  Recipe recipe() const;
  PlotView& plot() { return *plot_; }
  const Chart& chart() const { return chart_; }

 signals:
  void repetition_requested(const QString& case_name, int number);
  void changed();

 private:
  void fill_metrics();
  void choose_metric(QComboBox& box, const std::string& metric);
  void read_controls();
  void show_controls();
  void redraw();

  QComboBox* view_;
  QComboBox* metric_;
  QComboBox* against_;
  QLabel* against_label_;
  QCheckBox* log_x_;
  QCheckBox* log_y_;
  QLabel* note_;
  PlotView* plot_;
  Chart chart_;
  CampaignPtr campaign_;
  Recipe recipe_;
  QCPRange drawn_x_;  // range before any zoom
  QCPRange drawn_y_;
  bool filling_ = false;
};

}  // namespace seawind::gui
