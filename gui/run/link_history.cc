// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/link_history.h"

#include "controller/campaign/link_counters.h"

namespace seawind::gui {
namespace {

const DirectionCounters& of(const LinkReport& report, bool downlink) {
  return downlink ? report.downlink() : report.uplink();
}

/// Maps a value of the downlink to the same value of the selected direction.
LiveValue pick(LiveValue down, bool downlink) {
  return downlink ? down : static_cast<LiveValue>(static_cast<int>(down) + 1);
}

/// Packets dropped for the reason.
std::uint64_t drops(const DirectionCounters& direction, const std::string& reason) {
  for (const DropCount& drop : direction.drops())
    if (drop.reason() == reason) return drop.packets();
  return 0;
}

}  // namespace

void LinkHistory::clear() {
  window_.clear();
  for (auto& series : series_) series.clear();
  events_.clear();
  for (auto& spans : states_) spans.clear();
  state_names_.clear();
  ++generation_;
}

void LinkHistory::add(const LinkReport& report) {
  const std::int64_t now_ns = report.link_time_ns();
  const double now = time_s(report);
  if (!window_.empty() && now_ns < window_.back().link_time_ns()) clear();
  if (!window_.empty() && now_ns == window_.back().link_time_ns()) return;
  if (window_.empty()) begin_s_ = now;
  for (const bool downlink : {true, false}) {
    const DirectionCounters& direction = of(report, downlink);
    add_state(report, downlink);
    put(pick(LiveValue::kRouterDown, downlink), now, static_cast<double>(direction.router_bytes()));
    put(pick(LiveValue::kBufferDown, downlink), now,
        static_cast<double>(direction.send_buffer_bytes()));
  }
  const Fidelity& fidelity = report.fidelity();
  if (fidelity.releases() > 0) {
    put(LiveValue::kLatenessP999, now, static_cast<double>(fidelity.lateness_p999_ns()) / 1e6);
    put(LiveValue::kLatenessMax, now, static_cast<double>(fidelity.lateness_max_ns()) / 1e6);
  }
  window_.push_back(report);
  if (window_.size() == 1) return;
  const LinkReport& before = window_[window_.size() - 2];
  for (const bool downlink : {true, false}) add_events(before, report, downlink);
  while (window_.size() > 2 && time_s(window_[1]) <= now - kWindow) window_.pop_front();
  for (const bool downlink : {true, false}) add_direction(window_.front(), report, downlink);
}

void LinkHistory::add_direction(const LinkReport& from, const LinkReport& to, bool downlink) {
  const DirectionRates rates =
      rates_between(of(from, downlink), of(to, downlink), to.link_time_ns() - from.link_time_ns());
  put(pick(LiveValue::kThroughputDown, downlink), time_s(to), rates.delivered_bit_s / 1e3);
  if (rates.delay_s >= 0)
    put(pick(LiveValue::kDelayDown, downlink), time_s(to), rates.delay_s * 1e3);
}

void LinkHistory::add_events(const LinkReport& before, const LinkReport& now, bool downlink) {
  const DirectionCounters& a = of(before, downlink);
  const DirectionCounters& b = of(now, downlink);
  for (const DropCount& drop : b.drops()) {
    const std::uint64_t was = drops(a, drop.reason());
    if (drop.packets() > was)
      record({time_s(now), Event::Kind::kDrop, downlink, QString::fromStdString(drop.reason()),
              drop.packets() - was});
  }
  if (router_marks(b) > router_marks(a))
    record({time_s(now), Event::Kind::kMark, downlink, "CE", router_marks(b) - router_marks(a)});
}

void LinkHistory::add_state(const LinkReport& now, bool downlink) {
  const QString state = QString::fromStdString(of(now, downlink).state());
  if (state.isEmpty()) return;
  auto& spans = states_[downlink ? 0 : 1];
  if (!spans.empty()) spans.back().to_s = time_s(now);
  if (!spans.empty() && spans.back().state == state) return;
  spans.push_back({time_s(now), time_s(now), state});
  if (spans.size() > kMaxEvents) spans.pop_front();
  if (!state_names_.contains(state)) state_names_.append(state);
}

void LinkHistory::add_change(const LinkChangeEntry& entry) {
  if (entry.time_s < 0) return;
  record({entry.time_s, Event::Kind::kChange, true, entry.text, 1});
}

void LinkHistory::record(Event event) {
  events_.push_back(std::move(event));
  if (events_.size() > kMaxEvents) events_.pop_front();
}

}  // namespace seawind::gui
