// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/link_plots.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gui/layouts.h"
#include "gui/run/live_text.h"

namespace seawind::gui {
namespace {

constexpr int kLeft = 74;  // px; equal margins align the time axes of all plots
constexpr int kLegend = 145;
constexpr int kLegendRows = 6;
constexpr double kSpans[] = {10, 30, 60, LinkPlots::kShown};  // s, of a short run
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kDropLevel = 1.35;  // of the link strip; the states lie between -1 and 1
constexpr double kMarkLevel = 1.75;
constexpr double kChangeLevel = 0;

/// The value with four significant digits; from 1000 on, a whole number.
QString number(double value) {
  if (std::isnan(value)) return QString::fromUtf8("–");
  return std::abs(value) >= 1000 ? QString::number(value, 'f', 0) : QString::number(value, 'g', 4);
}

double level_of(const LinkHistory::Event& event) {
  switch (event.kind) {
    case LinkHistory::Event::Kind::kDrop:
      return event.downlink ? kDropLevel : -kDropLevel;
    case LinkHistory::Event::Kind::kMark:
      return event.downlink ? kMarkLevel : -kMarkLevel;
    case LinkHistory::Event::Kind::kChange:
      break;
  }
  return kChangeLevel;
}

}  // namespace

LinkPlots::LinkPlots(const LinkHistory& history, QWidget* parent)
    : QWidget(parent),
      history_(history),
      follow_(new QCheckBox(tr("&Follow the newest"), this)),
      read_out_(new QLabel(this)) {
  follow_->setChecked(true);
  follow_->setToolTip(tr(
      "Keep the newest values in sight, at most two minutes. Dragging or zooming a plot ends it."));
  read_out_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  read_out_->setAccessibleName(tr("Values at the cursor"));
  read_out_->setWordWrap(true);
  read_out_->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  read_out_->setFixedHeight(2 * fontMetrics().lineSpacing() + 2);
  QBoxLayout* line = make_row({follow_, {read_out_, 1}});
  line->insertSpacing(1, 12);
  QBoxLayout* box = make_column(this, {line});
  box->setSpacing(2);
  const QString names[] = {tr("Throughput over time"), tr("Queue lengths over time"),
                           tr("Delay over time"), tr("Release lateness over time"),
                           tr("Channel states, drops, marks and changes over time")};
  const int stretches[] = {4, 4, 4, 3, 3};
  for (int i = 0; i < kPlots; ++i) {
    views_[i] = new PlotView(this);
    views_[i]->setAccessibleName(names[i]);
    views_[i]->setMinimumHeight(i == kLink ? 110 : 70);
    box->addWidget(views_[i], stretches[i]);
  }
  set_up_axes();
  add_graph(LiveValue::kThroughputDown, kThroughput, tr("down"), 0);
  add_graph(LiveValue::kThroughputUp, kThroughput, tr("up"), 1);
  add_graph(LiveValue::kRouterDown, kQueue, tr("router down"), 0);
  add_graph(LiveValue::kBufferDown, kQueue, tr("send buffer down"), 0, Qt::DashLine);
  add_graph(LiveValue::kRouterUp, kQueue, tr("router up"), 1);
  add_graph(LiveValue::kBufferUp, kQueue, tr("send buffer up"), 1, Qt::DashLine);
  add_graph(LiveValue::kDelayDown, kDelay, tr("down"), 0);
  add_graph(LiveValue::kDelayUp, kDelay, tr("up"), 1);
  add_graph(LiveValue::kLatenessP999, kLateness, tr("p99.9"), 3);
  add_graph(LiveValue::kLatenessMax, kLateness, tr("largest"), 5);
  const struct {
    const char* name;
    int colour;
    QCPScatterStyle::ScatterShape shape;
  } kinds[] = {{QT_TR_NOOP("drops"), 4, QCPScatterStyle::ssCross},
               {QT_TR_NOOP("CE marks"), 3, QCPScatterStyle::ssTriangle},
               {QT_TR_NOOP("changes"), 1, QCPScatterStyle::ssDiamond}};
  for (std::size_t i = 0; i < marks_.size(); ++i) {
    QCPGraph* graph = views_[kLink]->plot().addGraph();
    graph->setName(tr(kinds[i].name));
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setPen(QPen(PlotView::colour(kinds[i].colour)));
    graph->setScatterStyle({kinds[i].shape, 7});
    marks_[i] = graph;
  }
}

void LinkPlots::set_up_axes() {
  const QString labels[] = {tr("kbit/s"), tr("queue, B"), tr("delay, ms"), tr("late, ms"),
                            QString()};
  for (int i = 0; i < kPlots; ++i) {
    QCustomPlot& plot = views_[i]->plot();
    QCPAxisRect* rect = plot.axisRect();
    rect->setAutoMargins(QCP::msTop | QCP::msBottom);
    rect->setMargins({kLeft, 0, 10, 0});
    rect->setMinimumMargins({kLeft, 4, 10, 4});
    rect->setRangeDrag(Qt::Horizontal);
    views_[i]->set_wheel_zoom(Qt::Horizontal);
    const auto time = QSharedPointer<QCPAxisTickerTime>::create();
    time->setTimeFormat("%m:%s");
    plot.xAxis->setTicker(time);
    plot.xAxis->setTickLabels(i == kLink);
    plot.xAxis->setRange(0, kShown);
    plot.yAxis->setLabel(labels[i]);
    plot.yAxis->ticker()->setTickCount(3);
    // The legend is beside the plot, where it covers no data.
    auto* side = new QCPLayoutGrid;
    plot.plotLayout()->addElement(0, 1, side);
    plot.plotLayout()->setColumnStretchFactor(1, 0.001);
    side->setMinimumSize(kLegend, 0);
    side->setMaximumSize(kLegend, QWIDGETSIZE_MAX);
    side->addElement(0, 0, plot.legend);
    side->addElement(1, 0, new QCPLayoutElement(&plot));
    side->setRowStretchFactor(0, 0.001);
    side->setRowSpacing(0);
    plot.legend->setVisible(true);
    plot.legend->setFillOrder(QCPLegend::foRowsFirst);
    plot.legend->setWrap(kLegendRows);
    plot.legend->setFont(font());
    plot.legend->setRowSpacing(-4);
    plot.legend->setMargins({0, 0, 0, 0});
    plot.legend->setBorderPen(Qt::NoPen);
    for (int other = 0; other < i; ++other) views_[other]->link_x(*views_[i]);
    connect(views_[i], &PlotView::cursor_moved, this, [this](double x, double) { show_cursor(x); });
  }
  connect(views_[0], &PlotView::x_range_changed, this, [this] {
    if (!scrolling_) follow_->setChecked(false);  // a change of the range by the user
  });
  QCustomPlot& link = views_[kLink]->plot();
  link.yAxis->setRange(-2.2, 2.2);
  const auto directions = QSharedPointer<QCPAxisTickerText>::create();
  directions->addTick(0.5, tr("down"));
  directions->addTick(-0.5, tr("up"));
  link.yAxis->setTicker(directions);
  link.yAxis->grid()->setVisible(false);
  link.xAxis->setLabel(tr("time of the link"));
  limit_ = new QCPItemStraightLine(&views_[kLateness]->plot());
  limit_->setPen(QPen(PlotView::colour(4), 1, Qt::DashLine));
  limit_->setVisible(false);
  connect(follow_, &QCheckBox::toggled, this, [this](bool on) {
    if (on) refresh();
  });
}

void LinkPlots::add_graph(LiveValue value, Plot plot, const QString& name, int colour,
                          Qt::PenStyle style) {
  QCPGraph* graph = views_[plot]->plot().addGraph();
  graph->setName(name);
  graph->setPen(QPen(PlotView::colour(colour), 1.3, style));
  if (plot == kQueue) graph->setLineStyle(QCPGraph::lsStepLeft);
  graph->setAdaptiveSampling(true);
  graphs_[static_cast<std::size_t>(value)].graph = graph;
}

void LinkPlots::set_lateness_limit(double ms) {
  limit_->setVisible(ms > 0);
  limit_->point1->setCoords(0, ms);
  limit_->point2->setCoords(1, ms);
}

void LinkPlots::refresh() {
  if (generation_ != history_.generation()) {
    for (QCPGraph* graph : states_) views_[kLink]->plot().removeGraph(graph);
    states_.clear();
    generation_ = history_.generation();
  }
  for (std::size_t i = 0; i < kLiveValues; ++i) refresh_graph(static_cast<LiveValue>(i));
  refresh_states();
  refresh_marks();
  if (follows()) scroll();
  for (PlotView* view : views_) view->plot().replot(QCustomPlot::rpQueuedReplot);
}

void LinkPlots::refresh_graph(LiveValue value) {
  const LiveSeries& series = history_.series(value);
  Graph& graph = graphs_[static_cast<std::size_t>(value)];
  const auto& points = series.points();
  const bool rebuilt = graph.generation != series.generation() || graph.shown > points.size();
  const std::size_t from = rebuilt ? 0 : graph.shown;
  QVector<QCPGraphData> drawn;
  drawn.reserve(static_cast<qsizetype>(points.size() - from));
  for (std::size_t i = from; i < points.size(); ++i) drawn.append({points[i].x, points[i].y});
  if (rebuilt)
    graph.graph->data()->set(drawn, true);
  else
    graph.graph->data()->add(drawn, true);
  graph.shown = points.size();
  graph.generation = series.generation();
}

void LinkPlots::refresh_states() {
  const auto& names = history_.state_names();
  while (states_.size() < 2 * names.size()) {
    const int number = static_cast<int>(states_.size() / 2);
    const bool downlink = states_.size() % 2 == 0;
    QCPGraph* graph = views_[kLink]->plot().addGraph();
    QColor colour = PlotView::colour(number);
    graph->setPen(QPen(colour));
    colour.setAlphaF(0.45F);
    graph->setBrush(colour);
    graph->setName(names[number]);
    if (!downlink) graph->removeFromLegend();
    states_.append(graph);
  }
  for (int i = 0; i < states_.size(); ++i) {
    const bool downlink = i % 2 == 0;
    const double level = downlink ? 1 : -1;
    QVector<QCPGraphData> drawn;
    for (const auto& span : history_.states(downlink)) {
      if (span.state != names[i / 2]) continue;
      drawn.append({span.from_s, level});
      drawn.append({span.to_s, level});
      drawn.append({span.to_s, kNaN});
    }
    states_[i]->data()->set(drawn, true);
  }
}

void LinkPlots::refresh_marks() {
  std::array<QVector<QCPGraphData>, 3> drawn;
  for (const auto& event : history_.events())
    drawn[static_cast<std::size_t>(event.kind)].append({event.time_s, level_of(event)});
  for (std::size_t i = 0; i < marks_.size(); ++i) marks_[i]->data()->set(drawn[i]);
}

void LinkPlots::scroll() {
  const double now = history_.now_s();
  const double begin = std::min(history_.begin_s(), now);
  const double lower = std::max(begin, now - kShown);
  const double* span = std::ranges::find_if(kSpans, [&](double s) { return s >= now - lower; });
  const double upper = lower + (span == std::end(kSpans) ? kShown : *span);
  scrolling_ = true;
  views_[0]->plot().xAxis->setRange(lower, upper);
  scrolling_ = false;
  for (const Plot plot : {kThroughput, kQueue, kDelay, kLateness}) {
    QCPAxis* axis = views_[plot]->plot().yAxis;
    double high = 0;
    for (int i = 0; i < views_[plot]->plot().graphCount(); ++i) {
      bool found = false;
      const QCPRange range =
          views_[plot]->plot().graph(i)->getValueRange(found, QCP::sdBoth, QCPRange(lower, upper));
      if (found) high = std::max(high, range.upper);
    }
    if (plot == kLateness && limit_->visible()) high = std::max(high, limit_->point1->coords().y());
    axis->setRange(0, high > 0 ? high * 1.1 : 1);
  }
}

void LinkPlots::show_cursor(double x) {
  const auto at = [this, x](LiveValue value) { return number(history_.series(value).at(x)); };
  QString text =
      tr("%1 s: throughput %2 / %3 kbit/s, router %4 / %5 B, send buffer %6 / %7 B, "
         "delay %8 / %9 ms")
          .arg(QString::number(x, 'f', 1), at(LiveValue::kThroughputDown),
               at(LiveValue::kThroughputUp), at(LiveValue::kRouterDown), at(LiveValue::kRouterUp),
               at(LiveValue::kBufferDown), at(LiveValue::kBufferUp), at(LiveValue::kDelayDown),
               at(LiveValue::kDelayUp));
  for (const bool downlink : {true, false})
    for (const auto& span : history_.states(downlink))
      if (span.from_s <= x && x < span.to_s)
        text += downlink ? tr(", state %1").arg(span.state) : " / " + span.state;
  // Lists the events within a few pixels of the cursor.
  const double near = views_[0]->plot().xAxis->range().size() / 150;
  for (const auto& event : history_.events())
    if (std::abs(event.time_s - x) <= near)
      text += event.kind == LinkHistory::Event::Kind::kChange
                  ? ", " + event.text
                  : tr(", %1 %2 %3")
                        .arg(event.count)
                        .arg(event.text, event.downlink ? tr("down") : tr("up"));
  read_out_->setText(text);
  read_out_->setToolTip(text);
}

}  // namespace seawind::gui
