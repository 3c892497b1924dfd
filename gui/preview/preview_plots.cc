// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/preview/preview_plots.h"

#include <algorithm>

namespace seawind::gui {
namespace {

constexpr int kLeftMargin = 72;  // the same in all plots, so that their time axes align

PlotView* make_plot(const QString& name, const QString& x, const QString& y, QWidget* parent) {
  auto* view = new PlotView(parent);
  view->setAccessibleName(name);
  view->setMinimumHeight(110);
  QCustomPlot& plot = view->plot();
  plot.xAxis->setLabel(x);
  plot.yAxis->setLabel(y);
  plot.axisRect()->setAutoMargins(QCP::msRight | QCP::msTop | QCP::msBottom);
  plot.axisRect()->setMargins({kLeftMargin, 0, 0, 0});
  plot.axisRect()->setMinimumMargins({0, 8, 12, 0});
  plot.yAxis->setNumberPrecision(6);
  plot.yAxis->setNumberFormat("gb");
  return view;
}

void put_legend(PlotView& view, Qt::Alignment where) {
  QCPLegend& legend = *view.plot().legend;
  legend.setVisible(true);
  legend.setFillOrder(QCPLayoutGrid::foColumnsFirst);
  legend.setRowSpacing(0);
  legend.setMargins({4, 1, 4, 1});
  view.plot().axisRect()->insetLayout()->setInsetAlignment(0, where);
}

/// Puts all entries of the legend into one line.
void lay_out_legend(QCPLegend& legend) {
  legend.setWrap(std::max(1, legend.itemCount()));
  legend.setFillOrder(QCPLayoutGrid::foColumnsFirst, true);
}

struct RateUnit {
  double factor;
  const char* name;
};
RateUnit unit_for(double most) {
  if (most >= 2e9) return {1e9, "Gbit/s"};
  if (most >= 2e6) return {1e6, "Mbit/s"};
  if (most >= 1e3) return {1e3, "kbit/s"};
  return {1, "bit/s"};
}

double largest(const QVector<double>& values) {
  return values.isEmpty() ? 0 : *std::max_element(values.begin(), values.end());
}

}  // namespace

PreviewPlots::PreviewPlots(QWidget* parent) : QWidget(parent) {
  rates_ = make_plot(tr("Rate and states over time"), {}, tr("rate"), this);
  delays_ = make_plot(tr("Delay of the probe packets over time"), tr("link time, s"),
                      tr("one-way delay, ms"), this);
  distribution_ = make_plot(tr("Distribution of the delays"), tr("one-way delay, ms"),
                            tr("share of probes sent"), this);
  grid_ = new QGridLayout(this);
  grid_->setContentsMargins(0, 0, 0, 0);
  grid_->setSpacing(2);
  grid_->addWidget(rates_, 0, 0);
  grid_->addWidget(delays_, 1, 0);
  grid_->addWidget(distribution_, 2, 0);

  states_ = new StripsItem(&rates_->plot(), 0, 1);
  states_of_delays_ = new StripsItem(&delays_->plot(), 0, 1);
  for (std::size_t w = 0; w < curves_.size(); ++w) curves_[w] = make_curves(w);
  put_legend(*rates_, Qt::AlignRight | Qt::AlignTop);
  put_legend(*delays_, Qt::AlignRight | Qt::AlignTop);
  put_legend(*distribution_, Qt::AlignRight | Qt::AlignBottom);
  rates_->link_x(*delays_);
}

PreviewPlots::Curves PreviewPlots::make_curves(std::size_t direction) {
  const QString name = direction == 0 ? tr("downlink") : tr("uplink");
  const QColor colour = PlotView::colour(static_cast<int>(direction));
  // The uplink is dashed, because its curve often coincides with that of the downlink.
  const QPen pen(colour, 2, direction == 0 ? Qt::SolidLine : Qt::DashLine);
  Curves curves{};
  const auto steps = [&](PlotView& view) {
    QCPGraph* graph = view.plot().addGraph();
    graph->setPen(pen);
    graph->setName(name);
    graph->setLineStyle(QCPGraph::lsStepLeft);
    return graph;
  };
  curves.rate = steps(*rates_);
  curves.share = steps(*distribution_);
  curves.delay = delays_->plot().addGraph();
  curves.delay->setName(name);
  curves.delay->setPen(QPen(colour));
  curves.delay->setLineStyle(QCPGraph::lsNone);
  curves.delay->setScatterStyle(
      {direction == 0 ? QCPScatterStyle::ssDisc : QCPScatterStyle::ssCircle, 4.0});
  curves.lost = delays_->plot().addGraph();
  curves.lost->setName(tr("%1, lost").arg(name));
  curves.lost->setPen(QPen(colour, 1.5));
  curves.lost->setLineStyle(QCPGraph::lsNone);
  curves.lost->setScatterStyle({QCPScatterStyle::ssCross, 6.0});
  // Blocked times of the downlink fill the upper half, those of the uplink the lower half.
  const double top = direction == 0 ? 0 : 0.5;
  curves.blocked_rate = new StripsItem(&rates_->plot(), top, top + 0.5);
  curves.blocked_delay = new StripsItem(&delays_->plot(), top, top + 0.5);
  return curves;
}

void PreviewPlots::show_data(const LinkData& run) {
  data_ = run;
  show_states();
  show_rates();
  show_delays();
  show_shares();
  for (PlotView* view : {rates_, delays_, distribution_}) {
    lay_out_legend(*view->plot().legend);
    view->reset_view();
  }
}

void PreviewPlots::show_states() {
  for (QCPGraph* graph : state_legend_) rates_->plot().removeGraph(graph);
  state_legend_.clear();
  const QColor ink = palette().color(QPalette::Text);
  const int last = std::max(1, static_cast<int>(data_.state_names.size()) - 1);
  const auto brush_of = [&](int state) {
    if (state == 0) return QBrush(Qt::NoBrush);
    QColor shade = ink;
    shade.setAlphaF(0.08F + 0.22F * static_cast<float>(state) / static_cast<float>(last));
    return QBrush(shade);
  };
  std::vector<StripsItem::Strip> strips;
  const bool several = data_.state_names.size() > 1;
  for (const LinkData::State& state : data_.states) {
    if (several)
      strips.push_back(
          {state.from, state.to, brush_of(state.state), data_.state_names.value(state.state)});
  }
  states_->set_strips(strips);
  for (StripsItem::Strip& strip : strips) strip.text.clear();
  states_of_delays_->set_strips(std::move(strips));
  for (int i = 0; several && i < data_.state_names.size(); ++i) {
    QCPGraph* sample = rates_->plot().addGraph();
    sample->setPen(i == 0 ? QPen(ink, 0.3) : QPen(Qt::NoPen));
    sample->setBrush(brush_of(i));
    sample->setName(data_.state_names[i]);
    state_legend_.push_back(sample);
  }
}

void PreviewPlots::show_rates() {
  double most = 0;
  for (const LinkData::DirectionData& direction : data_.directions)
    most = std::max(most, largest(direction.rate));
  const RateUnit unit = unit_for(most);
  for (std::size_t w = 0; w < curves_.size(); ++w) {
    const LinkData::DirectionData& direction = data_.directions[w];
    QVector<double> rate = direction.rate;
    for (double& value : rate) value /= unit.factor;
    curves_[w].rate->setData(direction.rate_at, rate, true);
    std::vector<StripsItem::Strip> strips;
    QColor colour = PlotView::colour(static_cast<int>(w));
    const auto hatch = w == 0 ? Qt::BDiagPattern : Qt::FDiagPattern;
    for (const auto& blocked : direction.blocked)
      strips.push_back({blocked.from, blocked.to, QBrush(colour, hatch), blocked.reason});
    curves_[w].blocked_rate->set_strips(strips);
    for (StripsItem::Strip& strip : strips) strip.text.clear();
    curves_[w].blocked_delay->set_strips(std::move(strips));
  }
  rates_->plot().yAxis->setLabel(tr("rate, %1").arg(unit.name));
  rates_->set_home(QCPRange(0, data_.duration),
                   QCPRange(0, std::max(1e-3, most / unit.factor * 1.25)));
}

void PreviewPlots::show_delays() {
  double most = 0;
  for (const LinkData::DirectionData& direction : data_.directions)
    most = std::max(most, largest(direction.delay));
  for (std::size_t w = 0; w < curves_.size(); ++w) {
    const LinkData::DirectionData& direction = data_.directions[w];
    curves_[w].delay->setData(direction.sent_at, direction.delay, true);
    curves_[w].lost->setData(direction.lost_at, QVector<double>(direction.lost_at.size(), 0), true);
    if (direction.lost_at.isEmpty()) {
      curves_[w].lost->removeFromLegend();
    } else {
      curves_[w].lost->addToLegend();
    }
  }
  delays_->set_home(QCPRange(0, data_.duration),
                    QCPRange(-0.05 * most, std::max(1.0, most * 1.25)));
}

void PreviewPlots::show_shares() {
  double most = 0;
  for (std::size_t w = 0; w < curves_.size(); ++w) {
    const LinkData::DirectionData& direction = data_.directions[w];
    QVector<double> x = direction.sorted, y = direction.share;
    if (!x.isEmpty()) {
      most = std::max(most, x.back());
      x.prepend(double(x.front()));
      y.prepend(0);
    }
    curves_[w].share->setData(x, y, true);
  }
  distribution_->set_home(QCPRange(0, std::max(1e-3, most * 1.02)), QCPRange(0, 1.03));
}

void PreviewPlots::resizeEvent(QResizeEvent* event) {
  const bool beside = event->size().height() < 480 && event->size().width() > 640;
  const bool is_beside = grid_->columnCount() > 1 && grid_->itemAtPosition(0, 1) != nullptr;
  if (beside != is_beside) {
    grid_->removeWidget(distribution_);
    if (beside) {
      grid_->addWidget(distribution_, 0, 1, 2, 1);
    } else {
      grid_->addWidget(distribution_, 2, 0);
    }
    grid_->setColumnStretch(0, 3);
    grid_->setColumnStretch(1, beside ? 2 : 0);
  }
  QWidget::resizeEvent(event);
}

void PreviewPlots::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) {
    show_states();
    lay_out_legend(*rates_->plot().legend);
  }
  QWidget::changeEvent(event);
}

}  // namespace seawind::gui
