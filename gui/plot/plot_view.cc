// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plot/plot_view.h"

#include <QEvent>
#include <QFileInfo>
#include <QSvgGenerator>
#include <QVBoxLayout>

namespace seawind::gui {

PlotView::PlotView(QWidget* parent) : QWidget(parent), plot_(new QCustomPlot(this)) {
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(0, 0, 0, 0);
  box->addWidget(plot_);
  plot_->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
  connect(plot_, &QCustomPlot::mouseDoubleClick, this, &PlotView::show_all);
  connect(plot_->xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
          [this](const QCPRange& range) { emit x_range_changed(range.lower, range.upper); });
  connect(plot_, &QCustomPlot::mouseMove, this, [this](const QMouseEvent* event) {
    emit cursor_moved(plot_->xAxis->pixelToCoord(event->position().x()),
                      plot_->yAxis->pixelToCoord(event->position().y()));
  });
  follow_palette();
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
  };
  follow(*this, other);
  follow(other, *this);
}

void PlotView::show_all() {
  plot_->rescaleAxes();
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

bool PlotView::export_to(const QString& file, QString& error) {
  const QString end = QFileInfo(file).suffix().toLower();
  bool written = false;
  if (end == "pdf") {
    written = plot_->savePdf(file);
  } else if (end == "png") {
    written = plot_->savePng(file, 0, 0, 2.0);
  } else if (end == "svg") {
    QSvgGenerator svg;
    svg.setFileName(file);
    svg.setSize(plot_->size());
    svg.setViewBox(plot_->rect());
    QCPPainter painter;
    written = painter.begin(&svg);
    if (written) {
      painter.setMode(QCPPainter::pmVectorized);
      plot_->toPainter(&painter, plot_->width(), plot_->height());
      written = painter.end();
    }
  } else {
    error = tr("%1: pictures are .svg, .pdf or .png").arg(file);
    return false;
  }
  if (!written) error = tr("cannot write %1").arg(file);
  return written;
}

void PlotView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) follow_palette();
  QWidget::changeEvent(event);
}

void PlotView::follow_palette() {
  const QColor ink = palette().color(QPalette::Text);
  QColor faint = ink;
  faint.setAlphaF(0.15F);
  plot_->setBackground(palette().brush(QPalette::Base));
  for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis, plot_->xAxis2, plot_->yAxis2}) {
    for (auto set : {&QCPAxis::setBasePen, &QCPAxis::setTickPen, &QCPAxis::setSubTickPen})
      (axis->*set)(QPen(ink));
    axis->setTickLabelColor(ink);
    axis->setLabelColor(ink);
    axis->grid()->setPen(QPen(faint));
  }
  plot_->legend->setBrush(palette().brush(QPalette::Base));
  plot_->legend->setTextColor(ink);
  plot_->legend->setBorderPen(QPen(faint));
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

}  // namespace seawind::gui
