// SPDX-License-Identifier: GPL-3.0-or-later
// Plots of a running link over its time: throughput, queues, delay, lateness, and a strip of
// channel states with marks for drops, CE and changes. The whole run is shown; after two minutes,
// the plots scroll with the last two minutes. The user can pan to earlier times.
#pragma once

#include <QtWidgets>
#include <array>

#include "gui/plot/plot_view.h"
#include "gui/run/link_history.h"

namespace seawind::gui {

class LinkPlots : public QWidget {
  Q_OBJECT

 public:
  static constexpr double kShown = 120;  // s, at most

  /// `history` must outlive it.
  explicit LinkPlots(const LinkHistory& history, QWidget* parent = nullptr);

  /// Draws the samples added to `history` since the last call.
  void refresh();
  /// Draws the limit of the test set (p99.9) as a line; 0: no line.
  void set_lateness_limit(double ms);
  /// Whether the plots scroll with new samples.
  bool follows() const { return follow_->isChecked(); }
  void set_follows(bool follows) { follow_->setChecked(follows); }

  enum Plot { kThroughput, kQueue, kDelay, kLateness, kLink, kPlots };
  PlotView& view(Plot plot) { return *views_[plot]; }
  /// The graph of a value; its points are those of the history's series.
  QCPGraph& graph(LiveValue value) { return *graphs_[static_cast<std::size_t>(value)].graph; }
  /// Number of marks of this kind in the link strip.
  int mark_count(LinkHistory::Event::Kind kind) const {
    return marks_[static_cast<std::size_t>(kind)]->dataCount();
  }
  QString read_out() const { return read_out_->text(); }

 private:
  struct Graph {
    QCPGraph* graph = nullptr;
    std::size_t shown = 0;
    int generation = 0;
  };
  void add_graph(LiveValue value, Plot plot, const QString& name, int colour,
                 Qt::PenStyle style = Qt::SolidLine);
  void set_up_axes();
  void refresh_graph(LiveValue value);
  void refresh_states();
  void refresh_marks();
  void scroll();
  void show_cursor(double x);

  const LinkHistory& history_;
  std::array<PlotView*, kPlots> views_{};
  std::array<Graph, kLiveValues> graphs_;
  std::array<QCPGraph*, 3> marks_{};  // by kind of event
  QList<QCPGraph*> states_;           // two for each state, downlink and uplink
  QCPItemStraightLine* limit_ = nullptr;
  QCheckBox* follow_;
  QLabel* read_out_;
  int generation_ = -1;
  bool scrolling_ = false;  // true while refresh() changes the range
};

}  // namespace seawind::gui
