// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/results/chart.h"

#include <QCoreApplication>
#include <algorithm>

#include "gui/results/legend.h"

namespace seawind::gui {
namespace {

constexpr std::size_t kManyPoints = 2000;  // above this number of points, dots are small and
                                           // transparent

QString one_line(const std::string& label) {
  return QString::fromStdString(label).replace('\n', ' ');
}

/// Horizontal offset of a point in a box plot. It depends on the repetition's number only, so that
/// a point keeps its position.
double spread(int number) {
  return 0.16 * (static_cast<double>(number * 37 % 101) / 50.0 - 1);
}

QCPScatterStyle dot(int series, std::size_t points) {
  static constexpr QCPScatterStyle::ScatterShape kShapes[] = {
      QCPScatterStyle::ssDisc, QCPScatterStyle::ssDiamond, QCPScatterStyle::ssTriangle,
      QCPScatterStyle::ssCross};
  const auto shape = kShapes[static_cast<std::size_t>(series / 6) % std::size(kShapes)];
  return {shape, PlotView::colour(series), PlotView::colour(series),
          points > kManyPoints ? 3.0 : 6.0};
}

}  // namespace

Chart::Chart(PlotView& view) : view_(view) {
  view_.set_reader([this](const PlotView::Hit& hit) { return read(hit); });
}

void Chart::draw(const CampaignResults& results, const Recipe& recipe) {
  view_.clear();
  drawn_.clear();
  data_ = recipe_data(results, recipe);
  QCustomPlot& plot = view_.plot();
  plot.xAxis->setLabel(QString::fromStdString(data_.x_label));
  plot.yAxis->setLabel(QString::fromStdString(data_.y_label));
  plot.xAxis->setTickLabelRotation(0);
  for (std::size_t i = 0; i < data_.series.size(); ++i) {
    const PlotSeries& series = data_.series[i];
    const auto number = static_cast<int>(i);
    draw_series(series, QString::fromStdString(recipe.view), number);
    for (auto& [graph, drawn] : drawn_)
      if (drawn.case_name.empty()) drawn.case_name = results.cases[series.case_index].name;
  }
  if (recipe.view == "boxes") draw_boxes(results);
  place_legend(plot, recipe.view != "boxes" && !data_.series.empty());
  set_axes(recipe);
}

void Chart::draw_boxes(const CampaignResults&) {
  QCustomPlot& plot = view_.plot();
  const auto ticker = QSharedPointer<QCPAxisTickerText>::create();
  const QColor ink = PlotView::colour(0);
  auto* boxes = new QCPStatisticalBox(plot.xAxis, plot.yAxis);
  boxes->setName(QCoreApplication::translate("Chart", "quartiles, median, extremes"));
  boxes->setWidth(0.5);
  boxes->setWhiskerWidth(0.25);
  boxes->setPen(QPen(ink, 1.4));
  QColor fill = ink;
  fill.setAlphaF(0.18F);
  boxes->setBrush(fill);
  boxes->setMedianPen(QPen(ink, 2.6));
  boxes->setWhiskerPen(QPen(ink, 1.4, Qt::DotLine));
  boxes->setWhiskerBarPen(QPen(ink, 1.4));
  bool long_labels = false;
  for (std::size_t i = 0; i < data_.series.size(); ++i) {
    std::vector<double> values;
    for (const auto& point : data_.series[i].points) values.push_back(point.y);
    const Statistics s = summarize(values);
    const auto position = static_cast<double>(i + 1);
    boxes->addData(position, s.min, s.q1, s.median, s.q3, s.max);
    const QString label = QString::fromStdString(data_.series[i].label);
    ticker->addTick(position, data_.series.size() > 6 ? one_line(data_.series[i].label) : label);
    long_labels = long_labels || label.size() > 12;
  }
  plot.xAxis->setTicker(ticker);
  if (data_.series.size() > 6 || (data_.series.size() > 3 && long_labels))
    plot.xAxis->setTickLabelRotation(data_.series.size() > 6 ? -60 : 0);
  view_.set_home(QCPRange(0.4, static_cast<double>(data_.series.size()) + 0.6), std::nullopt);
}

void Chart::draw_series(const PlotSeries& series, const QString& view, int number) {
  QVector<double> x;
  QVector<double> y;
  for (const auto& point : series.points) {
    x << (view == "boxes" ? point.x + spread(point.number) : point.x);
    y << point.y;
  }
  QCPGraph* graph = add_points(series, x, y);
  graph->setName(one_line(series.label));
  const QColor colour = PlotView::colour(number);
  if (view == "cdf") {
    graph->setLineStyle(QCPGraph::lsStepLeft);
    graph->setPen(QPen(colour, 1.6, number / 6 % 2 == 0 ? Qt::SolidLine : Qt::DashLine));
    graph->setScatterStyle(series.points.size() > kManyPoints
                               ? QCPScatterStyle(QCPScatterStyle::ssNone)
                               : QCPScatterStyle(QCPScatterStyle::ssDisc, colour, colour, 4));
    return;
  }
  graph->setLineStyle(QCPGraph::lsNone);
  graph->setPen(QPen(colour));
  if (view == "boxes") {
    QColor points = PlotView::colour(1);
    points.setAlphaF(series.points.size() > kManyPoints ? 0.35F : 0.8F);
    graph->setScatterStyle({QCPScatterStyle::ssDisc, points, points, 4});
  } else {
    graph->setScatterStyle(dot(number, series.points.size()));
  }
}

QCPGraph* Chart::add_points(const PlotSeries& series, const QVector<double>& x,
                            const QVector<double>& y) {
  QCPGraph* graph = view_.plot().addGraph();
  graph->setAdaptiveSampling(false);  // adaptive sampling would hide points from clicks
  graph->setData(x, y);
  Drawn& drawn = drawn_[graph];
  for (qsizetype i = 0; i < x.size(); ++i)
    drawn.numbers[{x[i], y[i]}] = series.points[static_cast<std::size_t>(i)].number;
  return graph;
}

void apply_axis(QCPAxis& axis, bool logarithmic) {
  axis.setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  if (logarithmic)
    axis.setTicker(QSharedPointer<QCPAxisTickerLog>::create());
  else
    axis.setTicker(QSharedPointer<QCPAxisTicker>::create());
}

void Chart::set_axes(const Recipe& recipe) {
  QCustomPlot& plot = view_.plot();
  apply_axis(*plot.yAxis, recipe.y.logarithmic);
  if (recipe.view != "boxes")
    apply_axis(*plot.xAxis, recipe.x.logarithmic);
  else
    plot.xAxis->setScaleType(QCPAxis::stLinear);
  view_.reset_view();
  const auto limit = [](QCPAxis* axis, const AxisSetting& a) {
    if (!a.from && !a.to) return std::optional<QCPRange>();
    QCPRange range = axis->range();
    if (a.from) range.lower = *a.from;
    if (a.to) range.upper = *a.to;
    axis->setRange(range);
    return std::optional(range);
  };
  const auto y = limit(plot.yAxis, recipe.y);
  const auto x =
      recipe.view == "boxes" ? std::optional(plot.xAxis->range()) : limit(plot.xAxis, recipe.x);
  view_.set_home(x, y);
}

std::optional<RepetitionRef> Chart::repetition_at(const PlotView::Hit& hit) const {
  const auto drawn = drawn_.find(hit.graph);
  if (drawn == drawn_.end()) return {};
  const auto number = drawn->second.numbers.find({hit.x, hit.y});
  if (number == drawn->second.numbers.end()) return {};
  return RepetitionRef{drawn->second.case_name, number->second};
}

QString Chart::read(const PlotView::Hit& hit) const {
  const auto at = repetition_at(hit);
  const QString name = at ? QCoreApplication::translate("Chart", "%1, repetition %2")
                                .arg(hit.graph->name())
                                .arg(at->number)
                          : hit.graph->name();
  const auto value = [](double v) { return QString::number(v, 'g', 7); };
  if (view_.plot().xAxis->label().isEmpty()) return name + '\n' + value(hit.y);
  return QString("%1\n%2: %3\n%4: %5")
      .arg(name, view_.plot().xAxis->label(), value(hit.x), view_.plot().yAxis->label(),
           value(hit.y));
}

}  // namespace seawind::gui
