// SPDX-License-Identifier: GPL-3.0-or-later
// The plot of all pages: a QCustomPlot with the colours of the palette (light and dark), linked x
// axes, a cursor with read-out of the nearest point, and export.
//
// Mouse: the wheel zooms the axes of set_wheel_zoom() (Ctrl: x only, Shift: y only), a drag pans,
// Shift+drag zooms to a rectangle, a double click shows all, a click on a point activates it.
// Keyboard: arrows pan, + and
// - zoom, Home shows all, Backspace restores the previous view; Ctrl+left and right move the cursor
// to the next point, Ctrl+up and down to the next graph, Return activates the point. The context
// menu shows actions(); pages add theirs to them.
#pragma once

#include <qcustomplot.h>

#include <QtWidgets>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "gui/plot/decimate.h"

namespace seawind::gui {

class PlotView : public QWidget {
  Q_OBJECT

 public:
  explicit PlotView(QWidget* parent = nullptr);

  QCustomPlot& plot() { return *plot_; }
  /// The colour of series number `i`, repeated after the sixth. The same in all plots; distinct on
  /// light and dark backgrounds.
  static QColor colour(int i);
  /// The axes that the wheel zooms without a modifier; by default both.
  void set_wheel_zoom(Qt::Orientations axes) { wheel_zoom_ = axes; }
  /// Links both plots in both directions: they show the same x range and the cursor's x.
  void link_x(PlotView& other);

  /// Adds a graph of any number of points; only the visible ones (MinMaxSeries::visible()) are
  /// given to QCustomPlot. The graph is owned by the plot; the caller sets its pens. clear()
  /// removes it.
  QCPGraph* add_series(std::shared_ptr<const MinMaxSeries> series);
  /// Removes all plottables, all items except those of the view itself, the home ranges and the
  /// previous views.
  void clear();

  /// Shows the home ranges, or all points where none is set.
  void show_all();
  /// show_all() after new content: also clears the previous views.
  void reset_view();
  /// The ranges of show_all(); nothing: all points of that axis.
  void set_home(std::optional<QCPRange> x, std::optional<QCPRange> y);
  /// Restores the view before the last zoom, pan or show_all().
  void go_back();

  /// A drawn point of a graph.
  struct Hit {
    QCPGraph* graph = nullptr;
    double x = 0;
    double y = 0;
  };
  /// The nearest drawn point within `reach` pixels of `position`, which is in pixels of the plot.
  std::optional<Hit> nearest(const QPointF& position, double reach = 12) const;
  /// Sets the text of the read-out at a point; by default the graph's name and both values.
  void set_reader(std::function<QString(const Hit&)> reader) { reader_ = std::move(reader); }
  /// Moves the cursor to a point, or removes it.
  void set_cursor(const std::optional<Hit>& hit);
  const std::optional<Hit>& cursor() const { return cursor_; }
  QString read_out() const;  // empty without a cursor

  /// Writes a .svg, .pdf or .png file, by its suffix, on a white background. The file is replaced
  /// only if writing succeeds. The size is that on the screen, doubled for PNG. Returns false and
  /// sets `error` on failure.
  bool export_to(const QString& file, QString& error);
  /// The drawn points of all visible graphs as CSV.
  QString points_csv() const;

 signals:
  /// The mouse pointer moved, in units of the axes.
  void cursor_moved(double x, double y);
  void x_range_changed(double lower, double upper);
  /// The cursor moved to a point, or was removed (graph is null).
  void point_hovered(const seawind::gui::PlotView::Hit& hit);
  /// A point was clicked, or Return was pressed at the cursor.
  void point_activated(const seawind::gui::PlotView::Hit& hit);

 protected:
  void changeEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct Decimated {
    QPointer<QCPGraph> graph;
    std::shared_ptr<const MinMaxSeries> series;
    QCPRange range;  // the visible x range the graph has its points for
    int columns = 0;
  };
  void make_actions();
  void connect_mouse();
  void decimate();
  void follow_palette(const QPalette& colours);
  QCPRange extent(QCPAxis* axis) const;
  void pan(double x, double y);
  void zoom(double factor);
  void step_point(int by);
  void step_graph(int by);
  void show_line(std::optional<double> x);
  void place_cursor();
  void store_view();
  QByteArray picture(const QString& format);
  void save_picture();

  QCustomPlot* plot_;
  QCPItemTracer* tracer_;
  QCPItemText* text_;
  QCPItemStraightLine* line_;
  std::vector<Decimated> decimated_;
  std::vector<std::uint32_t> shown_;  // a member, so that replots do not allocate
  std::optional<QCPRange> home_x_;
  std::optional<QCPRange> home_y_;
  std::function<QString(const Hit&)> reader_;
  std::optional<Hit> cursor_;
  std::vector<std::pair<QCPRange, QCPRange>> view_history_;
  QPoint pressed_;
  Qt::Orientations wheel_zoom_ = Qt::Horizontal | Qt::Vertical;
};

}  // namespace seawind::gui
