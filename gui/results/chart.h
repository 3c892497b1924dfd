// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a recipe's points (boxes, cdf, starts, versus) into a PlotView, and maps each point to its
// repetition.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "controller/report/recipe.h"
#include "gui/plot/plot_view.h"

namespace seawind::gui {

class Chart {
 public:
  explicit Chart(PlotView& view);

  void draw(const CampaignResults& results, const Recipe& recipe);
  const PlotData& data() const { return data_; }
  /// The repetition that a point of the chart belongs to.
  std::optional<RepetitionRef> repetition_at(const PlotView::Hit& hit) const;

 private:
  void draw_boxes(const CampaignResults& results);
  void draw_series(const PlotSeries& series, const QString& view, int number);
  QCPGraph* add_points(const PlotSeries& series, const QVector<double>& x,
                       const QVector<double>& y);
  QString read(const PlotView::Hit& hit) const;
  void set_axes(const Recipe& recipe);

  PlotView& view_;
  PlotData data_;
  struct Drawn {
    std::string case_name;
    std::map<std::pair<double, double>, int> numbers;  // numbers of repetitions by position of
                                                       // their points
  };
  std::map<const QCPGraph*, Drawn> drawn_;
};

void apply_axis(QCPAxis& axis, bool logarithmic);

}  // namespace seawind::gui
