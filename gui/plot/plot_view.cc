// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plot/plot_view.h"

#include <algorithm>
#include <cmath>

#include "gui/layouts.h"

namespace seawind::gui {
namespace {

constexpr std::size_t kMaxPast = 50;

QCPRange joined(const QCPRange& a, const QCPRange& b) {
  return {std::min(a.lower, b.lower), std::max(a.upper, b.upper)};
}

/// Extends `range` on both sides by `share` of its size. The result is never empty.
QCPRange with_margin(QCPRange range, double share, bool logarithmic) {
  if (logarithmic) {
    if (range.lower <= 0) range.lower = range.upper > 0 ? range.upper / 1e6 : 1;
    const double factor = std::pow(std::max(range.upper / range.lower, 1.1), share);
    return {range.lower / factor, range.upper * factor};
  }
  double size = range.size();
  if (size <= 0) size = range.lower == 0 ? 1 : std::abs(range.lower) * 0.1;
  return {range.lower - share * size, range.upper + share * size};
}

}  // namespace

PlotView::PlotView(QWidget* parent)
    : QWidget(parent),
      plot_(new QCustomPlot(this)),
      tracer_(new QCPItemTracer(plot_)),
      text_(new QCPItemText(plot_)),
      line_(new QCPItemStraightLine(plot_)) {
  make_column(this, {plot_});
  plot_->setAccessibleName(tr("Plot"));
  setFocusPolicy(Qt::StrongFocus);
  plot_->setFocusProxy(this);
  setAccessibleName(tr("Plot"));
  setContextMenuPolicy(Qt::ActionsContextMenu);
  plot_->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
  plot_->setNoAntialiasingOnDrag(true);
  for (QCPAbstractItem* item :
       {static_cast<QCPAbstractItem*>(tracer_), static_cast<QCPAbstractItem*>(text_),
        static_cast<QCPAbstractItem*>(line_)}) {
    item->setLayer("overlay");
    item->setSelectable(false);
    item->setVisible(false);
  }
  tracer_->setStyle(QCPItemTracer::tsCircle);
  tracer_->setSize(9);
  text_->setPadding(QMargins(5, 3, 5, 3));
  text_->setClipToAxisRect(false);
  connect(plot_->xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
          [this](const QCPRange& range) { emit x_range_changed(range.lower, range.upper); });
  connect(plot_, &QCustomPlot::beforeReplot, this, &PlotView::decimate);
  connect_mouse();
  make_actions();
  follow_palette(palette());
}

void PlotView::connect_mouse() {
  connect(plot_, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) {
    pressed_ = event->pos();
    store_view();
    const bool band = event->modifiers().testFlag(Qt::ShiftModifier);
    plot_->setSelectionRectMode(band ? QCP::srmZoom : QCP::srmNone);
  });
  connect(plot_, &QCustomPlot::mouseRelease, this, [this](QMouseEvent* event) {
    if (event->button() != Qt::LeftButton ||
        (event->pos() - pressed_).manhattanLength() >= QApplication::startDragDistance())
      return;
    if (const auto hit = nearest(event->position())) {
      set_cursor(hit);
      emit point_activated(*hit);
    }
  });
  connect(plot_, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
    emit cursor_moved(plot_->xAxis->pixelToCoord(event->position().x()),
                      plot_->yAxis->pixelToCoord(event->position().y()));
    if (event->buttons() == Qt::NoButton) set_cursor(nearest(event->position()));
  });
  connect(plot_, &QCustomPlot::mouseWheel, this, [this](QWheelEvent* event) {
    store_view();
    Qt::Orientations which = wheel_zoom_;
    if (event->modifiers().testFlag(Qt::ControlModifier)) which = Qt::Horizontal;
    if (event->modifiers().testFlag(Qt::ShiftModifier)) which = Qt::Vertical;
    plot_->axisRect()->setRangeZoom(which);
  });
  connect(plot_, &QCustomPlot::mouseDoubleClick, this, &PlotView::show_all);
}

void PlotView::make_actions() {
  add_shortcut(*this, tr("Show &all"), {Qt::Key_Home}, [this] { show_all(); });
  add_shortcut(*this, tr("Zoom &in"), {Qt::Key_Plus, Qt::Key_Equal},  // + is often Shift and =
               [this] { zoom(0.8); });
  add_shortcut(*this, tr("Zoom &out"), {Qt::Key_Minus}, [this] { zoom(1.25); });
  add_shortcut(*this, tr("&Previous view"), {Qt::Key_Backspace}, [this] { go_back(); });
  add_shortcut(*this, tr("&Copy picture"), {QKeySequence::Copy}, [this] {
    QApplication::clipboard()->setImage(QImage::fromData(picture("png"), "PNG"));
  });
  add_shortcut(*this, tr("Copy points as CS&V"), {QKeySequence("Ctrl+Shift+C")},
               [this] { QApplication::clipboard()->setText(points_csv()); });
  add_shortcut(*this, tr("&Save picture…"), {QKeySequence("Ctrl+Shift+P")},
               [this] { save_picture(); });
}

QColor PlotView::colour(int i) {
  static const char* const kColours[] = {"#3b82c4", "#d97a1d", "#3a9a5b",
                                         "#8b5fc7", "#d0393e", "#8a8f98"};
  return QColor(kColours[static_cast<std::size_t>(i) % std::size(kColours)]);
}

void PlotView::link_x(PlotView& other) {
  const auto follow = [](PlotView& from, PlotView& to) {
    connect(&from, &PlotView::x_range_changed, &to, [&to](double lower, double upper) {
      if (to.plot_->xAxis->range() == QCPRange(lower, upper)) return;
      to.plot_->xAxis->setRange(lower, upper);
      to.plot_->replot(QCustomPlot::rpQueuedReplot);
    });
    connect(&from, &PlotView::point_hovered, &to, [&to](const Hit& hit) {
      to.show_line(hit.graph ? std::optional(hit.x) : std::nullopt);
    });
  };
  follow(*this, other);
  follow(other, *this);
}

QCPGraph* PlotView::add_series(std::shared_ptr<const MinMaxSeries> series) {
  QCPGraph* graph = plot_->addGraph();
  graph->setAdaptiveSampling(false);
  decimated_.push_back({graph, std::move(series), {}, 0});
  return graph;
}

void PlotView::clear() {
  set_cursor({});
  decimated_.clear();
  plot_->clearPlottables();
  for (int i = plot_->itemCount() - 1; i >= 0; --i) {
    QCPAbstractItem* item = plot_->item(i);
    if (item != tracer_ && item != text_ && item != line_) plot_->removeItem(item);
  }
  line_->setVisible(false);
  home_x_.reset();
  home_y_.reset();
  view_history_.clear();
}

/// Updates the points of each graph to the visible x range and the width in pixels.
void PlotView::decimate() {
  const QCPRange range = plot_->xAxis->range();
  const int columns = std::max(plot_->axisRect()->width(), 1);
  for (auto& d : decimated_) {
    if (!d.graph || (d.range == range && d.columns == columns)) continue;
    d.range = range;
    d.columns = columns;
    d.series->visible(range.lower, range.upper, columns, shown_);
    QVector<QCPGraphData> points;
    points.reserve(static_cast<qsizetype>(shown_.size()));
    for (const std::uint32_t i : shown_) points.append({d.series->x(i), d.series->y(i)});
    d.graph->data()->set(points, true);
  }
  if (cursor_ && !plot_->hasPlottable(cursor_->graph)) {
    cursor_.reset();
    tracer_->setVisible(false);
    text_->setVisible(false);
  }
  if (cursor_) place_cursor();
}

QCPRange PlotView::extent(QCPAxis* axis) const {
  const bool key = axis == plot_->xAxis;
  const bool logarithmic = axis->scaleType() == QCPAxis::stLogarithmic;
  std::optional<QCPRange> all;
  const auto add = [&](const QCPRange& range) { all = all ? joined(*all, range) : range; };
  for (int i = 0; i < plot_->plottableCount(); ++i) {
    QCPAbstractPlottable* one = plot_->plottable(i);
    if (!one->realVisibility()) continue;
    const auto whole = std::find_if(decimated_.begin(), decimated_.end(),
                                    [&](const Decimated& d) { return d.graph == one; });
    if (whole != decimated_.end()) {
      const MinMaxSeries& s = *whole->series;
      if (s.size() == 0) continue;
      const auto e = s.extremes(0, s.size());
      add(key ? QCPRange(s.x(0), s.x(s.size() - 1)) : QCPRange(s.y(e.lowest), s.y(e.highest)));
      continue;
    }
    bool found = false;
    const auto sign = logarithmic ? QCP::sdPositive : QCP::sdBoth;
    const QCPRange range = key ? one->getKeyRange(found, sign) : one->getValueRange(found, sign);
    if (found) add(range);
  }
  return with_margin(all.value_or(QCPRange(0, 1)), key ? 0.01 : 0.05, logarithmic);
}

void PlotView::show_all() {
  store_view();
  plot_->xAxis->setRange(home_x_.value_or(extent(plot_->xAxis)));
  plot_->yAxis->setRange(home_y_.value_or(extent(plot_->yAxis)));
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void PlotView::reset_view() {
  show_all();
  view_history_.clear();
}

void PlotView::set_home(std::optional<QCPRange> x, std::optional<QCPRange> y) {
  home_x_ = x;
  home_y_ = y;
}

void PlotView::store_view() {
  const std::pair now(plot_->xAxis->range(), plot_->yAxis->range());
  if (!view_history_.empty() && view_history_.back() == now) return;
  view_history_.push_back(now);
  if (view_history_.size() > kMaxPast) view_history_.erase(view_history_.begin());
}

void PlotView::go_back() {
  const std::pair now(plot_->xAxis->range(), plot_->yAxis->range());
  while (!view_history_.empty() && view_history_.back() == now) view_history_.pop_back();
  if (view_history_.empty()) return;
  plot_->xAxis->setRange(view_history_.back().first);
  plot_->yAxis->setRange(view_history_.back().second);
  view_history_.pop_back();
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void PlotView::pan(double x, double y) {
  store_view();
  const auto move = [](QCPAxis* axis, double share) {
    const QCPRange r = axis->range();
    if (axis->scaleType() == QCPAxis::stLogarithmic)
      axis->setRange(r.lower * std::pow(r.upper / r.lower, share),
                     r.upper * std::pow(r.upper / r.lower, share));
    else
      axis->moveRange(share * r.size());
  };
  move(plot_->xAxis, x);
  move(plot_->yAxis, y);
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void PlotView::zoom(double factor) {
  store_view();
  plot_->xAxis->scaleRange(factor);
  plot_->yAxis->scaleRange(factor);
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void PlotView::keyPressEvent(QKeyEvent* event) {
  constexpr double kStep = 0.1;
  const bool points = event->modifiers().testFlag(Qt::ControlModifier);
  switch (event->key()) {
    case Qt::Key_Left:
      return points ? step_point(-1) : pan(-kStep, 0);
    case Qt::Key_Right:
      return points ? step_point(1) : pan(kStep, 0);
    case Qt::Key_Up:
      return points ? step_graph(1) : pan(0, kStep);
    case Qt::Key_Down:
      return points ? step_graph(-1) : pan(0, -kStep);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (cursor_) emit point_activated(*cursor_);
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

void PlotView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) follow_palette(palette());
  QWidget::changeEvent(event);
}

void PlotView::follow_palette(const QPalette& colours) {
  const QColor ink = colours.color(QPalette::Text);
  QColor faint = ink;
  faint.setAlphaF(0.15F);
  plot_->setBackground(colours.brush(QPalette::Base));
  for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis, plot_->xAxis2, plot_->yAxis2}) {
    for (auto set : {&QCPAxis::setBasePen, &QCPAxis::setTickPen, &QCPAxis::setSubTickPen})
      (axis->*set)(QPen(ink));
    axis->setTickLabelColor(ink);
    axis->setLabelColor(ink);
    axis->grid()->setPen(QPen(faint));
    axis->grid()->setZeroLinePen(QPen(faint));
  }
  QColor paper = colours.color(QPalette::Base);
  paper.setAlphaF(0.85F);
  plot_->legend->setBrush(paper);
  plot_->legend->setTextColor(ink);
  plot_->legend->setBorderPen(QPen(faint));
  tracer_->setPen(QPen(ink, 1.5));
  line_->setPen(QPen(ink, 1, Qt::DotLine));
  text_->setColor(ink);
  text_->setBrush(paper);
  text_->setPen(QPen(faint));
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

}  // namespace seawind::gui
