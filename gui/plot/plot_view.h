// SPDX-License-Identifier: GPL-3.0-or-later
// A QCustomPlot as every page uses it: colours of the window's palette (light and dark), wheel
// zoom, drag, double click: all; linked x axes; a cursor with read-out; export.
#pragma once

#include <qcustomplot.h>

#include <QPointer>
#include <QWidget>

namespace seawind::gui {

class PlotView : public QWidget {
  Q_OBJECT

 public:
  explicit PlotView(QWidget* parent = nullptr);

  QCustomPlot& plot() { return *plot_; }
  /// The colour of series number `i`: the same in all plots, told apart on light and dark.
  static QColor colour(int i);
  /// From now on both show the same part of the x axis.
  void link_x(PlotView& other);
  /// Shows everything there is.
  void show_all();
  /// .svg, .pdf or .png by the name's end; false and `error` when it cannot.
  bool export_to(const QString& file, QString& error);

 signals:
  void cursor_moved(double x, double y);
  void x_range_changed(double lower, double upper);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void follow_palette();
  QCustomPlot* plot_;
};

}  // namespace seawind::gui
