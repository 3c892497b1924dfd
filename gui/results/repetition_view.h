// SPDX-License-Identifier: GPL-3.0-or-later
// One repetition: its time-sequence graph and its timeline with a common time axis, its figures and
// its logs. Wireshark can open a packet of the graph.
#pragma once

#include <QtWidgets>
#include <map>

#include "controller/report/recipe.h"
#include "gui/note.h"
#include "gui/plot/plot_view.h"
#include "gui/results/campaign_data.h"
#include "gui/results/logs_view.h"
#include "gui/results/repetition_timeline.h"
#include "gui/task.h"

namespace seawind::gui {

class RepetitionView : public QWidget {
  Q_OBJECT

 public:
  explicit RepetitionView(QWidget* parent = nullptr);

  /// `recipe`: its flow (none: the flow shown last if this repetition has it, else the first) and
  /// its ranges of the axes.
  void open(const QString& campaign, const std::string& case_name, int number,
            const Recipe& recipe = {});
  void close_campaign();
  const RepetitionTimelinePtr& shown() const { return shown_; }
  const std::string& case_name() const { return case_name_; }
  int number() const { return number_; }
  std::string flow() const;
  PlotView& sequence() { return *sequence_; }
  PlotView& timeline() { return *timeline_; }
  Task& task() { return task_; }
  LogsView& logs() { return *logs_; }
  /// The packet at the cursor of the graph.
  struct Packet {
    std::uint64_t id = 0;
    bool outbound = false;  // the point is at the packet's departure from the link
  };
  std::optional<Packet> packet() const;
  QAction* wireshark_action() const { return wireshark_; }

 signals:
  void status_message(const QString& line);
  void opened();

 private:
  void read(const Recipe& recipe);
  void show_timeline(RepetitionTimelinePtr timeline, const Recipe& recipe);
  void draw_sequence();
  void draw_timeline();
  void shade_states(PlotView& view);
  QString read_sequence(const PlotView::Hit& hit) const;
  void open_wireshark();
  void follow_cursor();

  QLabel* title_;
  QComboBox* flow_;
  Note* note_;
  PlotView* sequence_;
  PlotView* timeline_;
  LogsView* logs_;
  QAction* wireshark_;
  Task task_;
  Task capture_;
  QString campaign_;
  std::string case_name_;
  int number_ = -1;
  std::string wanted_flow_;
  RepetitionTimelinePtr shown_;
  std::map<const QCPGraph*, std::size_t> series_;  // index of the graph's series
};

}  // namespace seawind::gui
