// SPDX-License-Identifier: GPL-3.0-or-later
// Converts the reports of one running link to series and events over the link's time. Rates and
// delays are differences of counters over the last second (kWindow).
#pragma once

#include <QtWidgets>
#include <array>
#include <deque>
#include <vector>

#include "emulator/api/emulator.pb.h"
#include "gui/run/live_series.h"
#include "gui/run/live_state.h"

namespace seawind::gui {

enum class LiveValue {
  kThroughputDown,  // kbit/s delivered, IP bytes
  kThroughputUp,
  kRouterDown,  // bytes waiting now
  kRouterUp,
  kBufferDown,
  kBufferUp,
  kDelayDown,  // ms from arrival to delivery, mean over the delivered packets
  kDelayUp,
  kLatenessP999,  // ms, since the link began
  kLatenessMax,
};
inline constexpr std::size_t kLiveValues = 10;

class LinkHistory {
 public:
  static constexpr double kWindow = 1.0;           // s
  static constexpr std::size_t kMaxEvents = 5000;  // older events are dropped

  struct Event {
    enum class Kind { kDrop, kMark, kChange };
    double time_s = 0;
    Kind kind = Kind::kDrop;
    bool downlink = true;
    QString text;  // reason of the drop, or the change
    std::uint64_t count = 1;
  };
  struct StateSpan {
    double from_s = 0;
    double to_s = 0;
    QString state;
  };

  /// Adds a report. A report whose time is before that of the last one belongs to another link, and
  /// resets all data.
  void add(const LinkReport& report);
  void add_change(const LinkChangeEntry& entry);
  void clear();

  bool is_empty() const { return window_.empty(); }
  double begin_s() const { return begin_s_; }
  double now_s() const { return window_.empty() ? 0 : time_s(window_.back()); }
  const LinkReport* last() const { return window_.empty() ? nullptr : &window_.back(); }
  const LiveSeries& series(LiveValue value) const {
    return series_[static_cast<std::size_t>(value)];
  }
  const std::deque<Event>& events() const { return events_; }
  const std::deque<StateSpan>& states(bool downlink) const { return states_[downlink ? 0 : 1]; }
  /// Names of all states seen, in the order of their first appearance.
  const QList<QString>& state_names() const { return state_names_; }
  /// Number of resets so far, by clear() or by a new link.
  int generation() const { return generation_; }

 private:
  void put(LiveValue value, double time, double y) {
    series_[static_cast<std::size_t>(value)].add(time, y);
  }
  static double time_s(const LinkReport& report) {
    return static_cast<double>(report.link_time_ns()) / 1e9;
  }
  void add_direction(const LinkReport& from, const LinkReport& to, bool downlink);
  void add_events(const LinkReport& before, const LinkReport& now, bool downlink);
  void add_state(const LinkReport& now, bool downlink);
  void record(Event event);

  std::deque<LinkReport> window_;  // reports of the last kWindow and one older report
  std::array<LiveSeries, kLiveValues> series_;
  std::deque<Event> events_;
  std::array<std::deque<StateSpan>, 2> states_;
  QList<QString> state_names_;
  double begin_s_ = 0;
  int generation_ = 0;
};

}  // namespace seawind::gui
