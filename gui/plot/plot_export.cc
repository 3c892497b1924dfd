// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of a PlotView. They are rendered in memory before the file is written, so that a full
// disk leaves no partial file.
#include <QSvgGenerator>

#include "gui/plot/plot_view.h"
#include "gui/write_all.h"

namespace seawind::gui {
namespace {

/// Pictures are for paper: black on white with any theme.
QPalette on_white() {
  QPalette colours;
  colours.setColor(QPalette::Base, Qt::white);
  colours.setColor(QPalette::Text, Qt::black);
  return colours;
}

bool draw_on(QPaintDevice& device, QCustomPlot& plot, const QSize& size) {
  QCPPainter painter;
  if (!painter.begin(&device)) return false;
  painter.setMode(QCPPainter::pmVectorized);
  painter.setMode(QCPPainter::pmNoCaching);
  plot.toPainter(&painter, size.width(), size.height());
  return painter.end();
}

}  // namespace

QByteArray PlotView::picture(const QString& format) {
  const QSize size = plot_->size();
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  const auto kept = cursor_;
  set_cursor({});
  follow_palette(on_white());
  if (format == "png") {
    plot_->toPixmap(size.width(), size.height(), 2).save(&buffer, "PNG");
  } else if (format == "svg") {
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setTitle(accessibleName());
    svg.setSize(size);
    svg.setViewBox(QRect(QPoint(), size));
    draw_on(svg, *plot_, size);
  } else {
    QPdfWriter pdf(&buffer);
    pdf.setTitle(accessibleName());
    pdf.setResolution(72);
    pdf.setPageSize(QPageSize(QSizeF(size), QPageSize::Point, {}, QPageSize::ExactMatch));
    pdf.setPageMargins({});
    draw_on(pdf, *plot_, size);
  }
  follow_palette(palette());
  set_cursor(kept);
  return bytes;
}

bool PlotView::export_to(const QString& file, QString& error) {
  const QString end = QFileInfo(file).suffix().toLower();
  if (end != "svg" && end != "pdf" && end != "png") {
    error = tr("cannot write %1: pictures are .svg, .pdf or .png").arg(file);
    return false;
  }
  const QByteArray bytes = picture(end);
  QSaveFile out(file);
  if (bytes.isEmpty() || !write_all(out, bytes)) {
    error = tr("cannot write %1: %2").arg(file, out.errorString());
    return false;
  }
  return true;
}

QString PlotView::points_csv() const {
  const auto quoted = [](QString text) { return '"' + text.replace('"', "\"\"") + '"'; };
  QString out = quoted(tr("series")) + ',' +
                quoted(plot_->xAxis->label().isEmpty() ? "x" : plot_->xAxis->label()) + ',' +
                quoted(plot_->yAxis->label().isEmpty() ? "y" : plot_->yAxis->label()) + '\n';
  for (int g = 0; g < plot_->graphCount(); ++g) {
    const QCPGraph* graph = plot_->graph(g);
    if (!graph->realVisibility()) continue;
    for (const QCPGraphData& point : *graph->data())
      out += QString("%1,%2,%3\n")
                 .arg(quoted(graph->name()))
                 .arg(point.key, 0, 'g', 12)
                 .arg(point.value, 0, 'g', 12);
  }
  return out;
}

void PlotView::save_picture() {
  const QString file = QFileDialog::getSaveFileName(this, tr("Save picture"), tr("plot.svg"),
                                                    tr("Pictures (*.svg *.pdf *.png)"));
  QString error;
  if (!file.isEmpty() && !export_to(file, error))
    QMessageBox::warning(this, tr("Save picture"), error);
}

}  // namespace seawind::gui
