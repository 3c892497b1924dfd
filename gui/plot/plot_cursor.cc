// SPDX-License-Identifier: GPL-3.0-or-later
// The cursor of a PlotView: nearest point, position of the read-out, steps by keyboard.
#include <cmath>

#include "gui/plot/plot_view.h"

namespace seawind::gui {

std::optional<PlotView::Hit> PlotView::nearest(const QPointF& position, double reach) const {
  if (!plot_->axisRect()->rect().contains(position.toPoint())) return {};
  std::optional<Hit> best;
  double best_distance = reach;
  const double left = plot_->xAxis->pixelToCoord(position.x() - reach);
  const double right = plot_->xAxis->pixelToCoord(position.x() + reach);
  for (int g = 0; g < plot_->graphCount(); ++g) {
    QCPGraph* graph = plot_->graph(g);
    if (!graph->realVisibility()) continue;
    const auto end = graph->data()->findEnd(right, false);
    for (auto at = graph->data()->findBegin(left, false); at < end; ++at) {
      if (std::isnan(at->value)) continue;
      const double distance =
          std::hypot(graph->keyAxis()->coordToPixel(at->key) - position.x(),
                     graph->valueAxis()->coordToPixel(at->value) - position.y());
      if (distance >= best_distance) continue;
      best_distance = distance;
      best = Hit{graph, at->key, at->value};
    }
  }
  return best;
}

void PlotView::set_cursor(const std::optional<Hit>& hit) {
  const auto same = [](const Hit& a, const Hit& b) {
    return a.graph == b.graph && a.x == b.x && a.y == b.y;
  };
  if (hit.has_value() == cursor_.has_value() && (!hit || same(*hit, *cursor_))) return;
  cursor_ = hit;
  tracer_->setVisible(false);
  text_->setVisible(false);
  if (hit) {
    text_->setText(read_out());
    setAccessibleDescription(read_out());
    place_cursor();
  }
  if (plot_->isVisible()) plot_->layer("overlay")->replot();
  emit point_hovered(hit.value_or(Hit{}));
}

void PlotView::place_cursor() {
  tracer_->position->setAxes(cursor_->graph->keyAxis(), cursor_->graph->valueAxis());
  tracer_->position->setCoords(cursor_->x, cursor_->y);
  const QPointF at = tracer_->position->pixelPosition();
  const QRect rect = plot_->axisRect()->rect();
  // The text is placed towards the centre, so that it is never cut off.
  const bool right = at.x() < rect.center().x();
  const bool below = at.y() < rect.top() + 60;
  text_->setTextAlignment(Qt::AlignLeft);
  text_->setPositionAlignment((right ? Qt::AlignLeft : Qt::AlignRight) |
                              (below ? Qt::AlignTop : Qt::AlignBottom));
  text_->position->setType(QCPItemPosition::ptAbsolute);
  text_->position->setCoords(at.x() + (right ? 10 : -10), at.y() + (below ? 10 : -10));
  const bool inside = rect.contains(at.toPoint());
  tracer_->setVisible(inside);
  text_->setVisible(inside);
}

QString PlotView::read_out() const {
  if (!cursor_) return {};
  if (reader_) return reader_(*cursor_);
  const QString name = cursor_->graph->name();
  return tr("%1\nx %2\ny %3").arg(name).arg(cursor_->x, 0, 'g', 8).arg(cursor_->y, 0, 'g', 8);
}

void PlotView::show_line(std::optional<double> x) {
  line_->setVisible(x.has_value());
  if (x) {
    line_->point1->setCoords(*x, 0);
    line_->point2->setCoords(*x, 1);
    line_->point1->setTypeY(QCPItemPosition::ptAxisRectRatio);
    line_->point2->setTypeY(QCPItemPosition::ptAxisRectRatio);
  }
  if (plot_->isVisible()) plot_->layer("overlay")->replot();
}

/// Moves the cursor by `by` points of its graph. Without a cursor: to the first point shown.
void PlotView::step_point(int by) {
  if (!cursor_) return step_graph(1);
  const auto points = cursor_->graph->data();
  auto at = points->findBegin(cursor_->x, false);
  while (at != points->constEnd() && at->key == cursor_->x && at->value != cursor_->y) ++at;
  if (at == points->constEnd()) return;
  if ((by < 0 && at == points->constBegin()) || (by > 0 && at + 1 == points->constEnd())) return;
  const QCPGraphData point = *(at + by);  // replot() replaces the points of a decimated graph
  if (!plot_->xAxis->range().contains(point.key)) pan(by > 0 ? 0.5 : -0.5, 0);
  plot_->replot();  // decimates again; a decimated graph then has other points
  set_cursor(Hit{cursor_->graph, point.key, point.value});
}

void PlotView::step_graph(int by) {
  std::vector<QCPGraph*> graphs;
  for (int g = 0; g < plot_->graphCount(); ++g)
    if (plot_->graph(g)->realVisibility() && plot_->graph(g)->dataCount() > 0)
      graphs.push_back(plot_->graph(g));
  if (graphs.empty()) return;
  const auto count = static_cast<std::ptrdiff_t>(graphs.size());
  std::ptrdiff_t index = by > 0 ? -1 : 0;
  double x = plot_->xAxis->range().lower;
  if (cursor_) {
    index = std::find(graphs.begin(), graphs.end(), cursor_->graph) - graphs.begin();
    x = cursor_->x;
  }
  QCPGraph* graph = graphs[static_cast<std::size_t>((index + by + count) % count)];
  auto at = graph->data()->findBegin(x, false);
  if (at == graph->data()->constEnd()) --at;
  set_cursor(Hit{graph, at->key, at->value});
}

}  // namespace seawind::gui
