// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the graphs of a RepetitionView with the colours and marks of the pictures of reports.
#include <algorithm>

#include "gui/plot/strips_item.h"
#include "gui/results/repetition_view.h"

namespace seawind::gui {
namespace {

using What = SequenceEvent::Kind;
using Scatter = QCPScatterStyle;

enum Colour { kBlue, kOrange, kGreen, kPurple, kRed, kGrey };

struct Look {
  What kind;
  const char* name;
  Colour colour;
  Scatter::ScatterShape shape;
  double size;
  bool steps = false;
};
// Later entries are drawn above earlier ones.
constexpr Look kLooks[] = {
    {What::kAdvance, QT_TRANSLATE_NOOP("seawind::gui::RepetitionView", "acknowledged"), kGreen,
     Scatter::ssNone, 0, true},
    {What::kDuplicate, QT_TRANSLATE_NOOP("seawind::gui::RepetitionView", "duplicate ACK"), kGreen,
     Scatter::ssPlus, 5},
    {What::kNew, QT_TRANSLATE_NOOP("seawind::gui::RepetitionView", "sent"), kBlue,
     Scatter::ssSquare, 2.5},
    {What::kDelivered, QT_TRANSLATE_NOOP("seawind::gui::RepetitionView", "received"), kGreen,
     Scatter::ssSquare, 2.5},
    {What::kAgain, QT_TRANSLATE_NOOP("seawind::gui::RepetitionView", "sent again"), kRed,
     Scatter::ssSquare, 4},
    {What::kTimeout, QT_TRANSLATE_NOOP("seawind::gui::RepetitionView", "time-out"), kRed,
     Scatter::ssCircle, 11},
    {What::kDropped, QT_TRANSLATE_NOOP("seawind::gui::RepetitionView", "dropped"), kOrange,
     Scatter::ssCross, 7},
    {What::kMarked, QT_TRANSLATE_NOOP("seawind::gui::RepetitionView", "marked CE"), kPurple,
     Scatter::ssPlus, 7},
};

/// Puts the legend below the axes, with as many columns as fit. If `shown` is false the legend
/// takes no space.
void place_legend(QCustomPlot& plot, bool shown) {
  QCPLegend& legend = *plot.legend;
  QCPLayoutGrid& grid = *plot.plotLayout();
  if (grid.rowCount() == 1) {
    grid.addElement(1, 0, &legend);
    grid.setRowStretchFactor(1, 0.001);
    legend.setFillOrder(QCPLayoutGrid::foColumnsFirst, false);
    legend.setBorderPen(Qt::NoPen);
    legend.setIconSize(22, 14);
    legend.setMargins(QMargins(80, 0, 8, 4));
    legend.setRowSpacing(0);
    // Without a maximum size, an empty legend would shrink to its minimum width, and the axes with
    // it.
    legend.setMaximumSize(QWIDGETSIZE_MAX / 2, QWIDGETSIZE_MAX);
  }
  legend.setVisible(shown);
  if (!shown) {
    legend.clearItems();
    return;
  }
  int widest = 60;
  for (int i = 0; i < legend.itemCount(); ++i)
    if (auto* item = dynamic_cast<QCPPlottableLegendItem*>(legend.item(i)))
      widest = std::max(
          widest, QFontMetrics(legend.font()).horizontalAdvance(item->plottable()->name()) + 50);
  const int room = plot.width() > 300 ? plot.width() - 100 : 900;
  legend.setWrap(std::max(1, room / widest));
  legend.simplify();
  legend.setFillOrder(QCPLayoutGrid::foColumnsFirst, true);
}

}  // namespace

void RepetitionView::draw_sequence() {
  sequence_->clear();
  series_.clear();
  const bool packets =
      shown_->counts_packets ||
      (shown_->flow >= 0 &&
       shown_->flows[static_cast<std::size_t>(shown_->flow)].kind == FlowKind::kStream);
  sequence_->plot().yAxis->setLabel(packets ? tr("packet") : tr("sequence, bytes"));
  for (const Look& look : kLooks) {
    for (std::size_t i = 0; i < shown_->series.size(); ++i) {
      if (shown_->series[i].kind != look.kind) continue;
      QCPGraph* graph = sequence_->add_series(shown_->series[i].points);
      series_[graph] = i;
      const QColor colour = PlotView::colour(look.colour);
      graph->setName(tr(look.name));
      graph->setPen(QPen(colour, 1));
      graph->setLineStyle(look.steps ? QCPGraph::lsStepLeft : QCPGraph::lsNone);
      graph->setAntialiased(false);
      graph->setAntialiasedScatters(look.size > 6);
      const bool filled = look.shape == Scatter::ssSquare;
      if (look.shape != Scatter::ssNone)
        graph->setScatterStyle({look.shape, QPen(colour, filled ? 0 : 1.4),
                                filled ? QBrush(colour) : QBrush(Qt::NoBrush), look.size});
    }
  }
  shade_states(*sequence_);
  const bool any = !shown_->series.empty();
  place_legend(sequence_->plot(), any);
  sequence_->set_home(QCPRange(0, std::max(shown_->end, 1e-3)), std::nullopt);
  sequence_->reset_view();
}

void RepetitionView::draw_timeline() {
  timeline_->clear();
  QCustomPlot& plot = timeline_->plot();
  plot.yAxis->setLabel(tr("queues, bytes"));
  const double width = shown_->bin_width;
  // The minimum and maximum of each bin, so that every peak is visible.
  const auto level = [&](const QString& name, Colour colour, Qt::PenStyle pen, auto range) {
    QVector<double> x;
    QVector<double> y;
    std::int64_t most = 0;
    for (std::size_t i = 0; i < shown_->bins.size(); ++i) {
      const LevelRange& r = range(shown_->bins[i]);
      const double t = static_cast<double>(i) * width;
      x << t << t + width / 2;
      y << static_cast<double>(r.max) << static_cast<double>(r.min);
      most = std::max(most, r.max);
    }
    if (most == 0) return;
    QCPGraph* graph = plot.addGraph();
    graph->setData(x, y, true);
    graph->setName(name);
    graph->setLineStyle(QCPGraph::lsStepLeft);
    graph->setPen(QPen(PlotView::colour(colour), 1.2, pen));
  };
  const auto marks = [&](const QString& name, Colour colour, Scatter::ScatterShape shape,
                         auto count) {
    QVector<double> x;
    for (std::size_t i = 0; i < shown_->bins.size(); ++i)
      if (count(shown_->bins[i]) > 0) x << (static_cast<double>(i) + 0.5) * width;
    if (x.isEmpty()) return;
    QCPGraph* graph = plot.addGraph();
    graph->setData(x, QVector<double>(x.size(), 0), true);
    graph->setName(name);
    graph->setLineStyle(QCPGraph::lsNone);
    const QColor ink = PlotView::colour(colour);
    graph->setPen(QPen(ink));
    graph->setScatterStyle({shape, QPen(ink, 1.4), QBrush(Qt::NoBrush), 8});
  };
  for (const std::size_t d : {0U, 1U}) {
    const QString way = d == 0 ? tr("down") : tr("up");
    const Qt::PenStyle pen = d == 0 ? Qt::SolidLine : Qt::DotLine;
    level(tr("router queue %1").arg(way), kBlue, pen,
          [d](const TimelineBin& b) -> const LevelRange& { return b.router[d]; });
    level(tr("its average %1").arg(way), kGrey, pen,
          [d](const TimelineBin& b) -> const LevelRange& { return b.average[d]; });
    level(tr("send buffer %1").arg(way), kOrange, pen,
          [d](const TimelineBin& b) -> const LevelRange& { return b.send_buffer[d]; });
    marks(tr("dropped, queue %1").arg(way), kRed, Scatter::ssTriangleInverted,
          [d](const TimelineBin& b) { return b.drops_of(DropKind::kCongestion, d); });
    marks(tr("lost on the channel %1").arg(way), kRed, Scatter::ssCross,
          [d](const TimelineBin& b) { return b.drops_of(DropKind::kError, d); });
    marks(tr("dropped, other reasons %1").arg(way), kGrey, Scatter::ssSquare,
          [d](const TimelineBin& b) { return b.drops_of(DropKind::kOther, d); });
    marks(tr("marked CE %1").arg(way), kPurple, Scatter::ssPlus,
          [d](const TimelineBin& b) { return b.marks[d]; });
  }
  shade_states(*timeline_);
  place_legend(plot, plot.graphCount() > 0);
  timeline_->set_home(QCPRange(0, std::max(shown_->end, 1e-3)), std::nullopt);
  timeline_->reset_view();
}

/// Shades the states other than the first; a legend entry names each.
void RepetitionView::shade_states(PlotView& view) {
  if (shown_->spans.empty()) return;
  const auto shade = [](int state) {
    QColor colour = PlotView::colour(kGrey);
    colour.setAlphaF(std::min(0.16F + 0.12F * static_cast<float>(state - 1), 0.6F));
    return colour;
  };
  std::vector<StripsItem::Strip> strips;
  for (const StateSpan& span : shown_->spans)
    if (span.state > 0) strips.push_back({span.from, span.to, shade(span.state), {}});
  (new StripsItem(&view.plot(), 0, 1))->set_strips(std::move(strips));
  for (int state = 1; state < static_cast<int>(shown_->states.size()); ++state) {
    QCPGraph* entry = view.plot().addGraph();
    entry->setName(
        tr("state %1")
            .arg(QString::fromStdString(shown_->states[static_cast<std::size_t>(state)])));
    entry->setPen(QPen(shade(state), 8));
  }
}

}  // namespace seawind::gui
