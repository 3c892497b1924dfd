// SPDX-License-Identifier: GPL-3.0-or-later
// A QCustomPlot as every page uses it: colours of the window's palette (light and dark), linked x
// axes, a cursor with read-out of the nearest point, export.
//
// Mouse: wheel zooms (Ctrl: x only, Shift: y only), drag pans, Shift+drag zooms to a rectangle,
// double click shows all, click on a point activates it. Keyboard: arrows pan, + and - zoom, Home
// shows all, Backspace goes back; Ctrl+arrows step the cursor from point to point (up and down:
// from graph to graph), Return activates the point. The context menu has actions(): pages add
// theirs.
#pragma once

#include <qcustomplot.h>

#include <QPointer>
#include <QWidget>
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
  /// The colour of series number `i`: the same in all plots, told apart on light and dark.
  static QColor colour(int i);
  /// From now on both show the same part of the x axis, and the cursor's x.
  void link_x(PlotView& other);

  /// A graph of any number of points: only what can be seen is given to the plot. The caller styles
  /// it; clear() removes it.
  QCPGraph* add_series(std::shared_ptr<const MinMaxSeries> series);
  /// Removes all plottables, items of its callers and the home ranges.
  void clear();

  /// Shows everything there is, or the home ranges.
  void show_all();
  /// The same after something else was drawn: nothing to go back to.
  void show_fresh();
  /// What show_all() shows instead of all points.
  void set_home(std::optional<QCPRange> x, std::optional<QCPRange> y);
  /// Back to what was shown before the last zoom, pan or show_all().
  void go_back();

  /// A drawn point of a graph.
  struct Hit {
    QCPGraph* graph = nullptr;
    double x = 0;
    double y = 0;
  };
  /// The nearest drawn point within `reach` pixels of a position in the plot.
  std::optional<Hit> nearest(const QPointF& position, double reach = 12) const;
  /// What the cursor says at a point; by default the graph's name and both values.
  void set_reader(std::function<QString(const Hit&)> reader) { reader_ = std::move(reader); }
  /// Moves the cursor to a point, or away.
  void set_cursor(const std::optional<Hit>& hit);
  const std::optional<Hit>& cursor() const { return cursor_; }
  QString read_out() const;  // empty: no cursor

  /// .svg, .pdf or .png by the name's end, always on white; whole or not at all. `size`: pixels, of
  /// a PNG doubled; empty: as on the screen. False and `error` when it cannot.
  bool export_to(const QString& file, QString& error, const QSize& size = {});
  /// Points of all graphs that are shown, as CSV.
  QString points_csv() const;

 signals:
  void cursor_moved(double x, double y);
  void x_range_changed(double lower, double upper);
  /// The cursor came to a point, or left (graph is null).
  void point_hovered(const seawind::gui::PlotView::Hit& hit);
  /// A click, or Return at the cursor.
  void point_activated(const seawind::gui::PlotView::Hit& hit);

 protected:
  void changeEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct Decimated {
    QPointer<QCPGraph> graph;
    std::shared_ptr<const MinMaxSeries> series;
    QCPRange range;  // for which the graph has its points
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
  void remember();
  QByteArray picture(const QString& format, const QSize& size);
  void save_picture();

  QCustomPlot* plot_;
  QCPItemTracer* tracer_;
  QCPItemText* text_;
  QCPItemStraightLine* line_;
  std::vector<Decimated> decimated_;
  std::vector<std::uint32_t> shown_;  // kept, so that replots allocate nothing
  std::optional<QCPRange> home_x_;
  std::optional<QCPRange> home_y_;
  std::function<QString(const Hit&)> reader_;
  std::optional<Hit> cursor_;
  std::vector<std::pair<QCPRange, QCPRange>> past_;
  QPoint pressed_;
};

}  // namespace seawind::gui
