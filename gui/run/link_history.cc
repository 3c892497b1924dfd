// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/link_history.h"

namespace seawind::gui {
namespace {

const DirectionSample& of(const LinkSample& sample, bool downlink) {
  return downlink ? sample.downlink : sample.uplink;
}

/// Of the value for the downlink and the same for the uplink.
LiveValue pick(LiveValue down, bool downlink) {
  return downlink ? down : static_cast<LiveValue>(static_cast<int>(down) + 1);
}

double difference(std::uint64_t from, std::uint64_t to) {
  return to > from ? static_cast<double>(to - from) : 0.0;
}

}  // namespace

void LinkHistory::clear() {
  window_.clear();
  for (auto& series : series_) series.clear();
  events_.clear();
  for (auto& spans : states_) spans.clear();
  state_names_.clear();
  event_count_ = 0;
  ++generation_;
}

void LinkHistory::add(const LinkSample& sample) {
  if (!window_.empty() && sample.time_s < window_.back().time_s) clear();
  if (!window_.empty() && sample.time_s == window_.back().time_s) return;
  if (window_.empty()) begin_s_ = sample.time_s;
  for (const bool downlink : {true, false}) add_state(sample, downlink);
  put(LiveValue::kRouterDown, sample.time_s, static_cast<double>(sample.downlink.router_bytes));
  put(LiveValue::kRouterUp, sample.time_s, static_cast<double>(sample.uplink.router_bytes));
  put(LiveValue::kBufferDown, sample.time_s,
      static_cast<double>(sample.downlink.send_buffer_bytes));
  put(LiveValue::kBufferUp, sample.time_s, static_cast<double>(sample.uplink.send_buffer_bytes));
  if (sample.releases > 0) {
    put(LiveValue::kLatenessP999, sample.time_s, static_cast<double>(sample.p999_ns) / 1e6);
    put(LiveValue::kLatenessMax, sample.time_s, static_cast<double>(sample.max_ns) / 1e6);
  }
  if (!window_.empty()) {
    const LinkSample before = window_.back();
    window_.push_back(sample);
    while (window_.size() > 2 && window_[1].time_s <= sample.time_s - kWindow) window_.pop_front();
    for (const bool downlink : {true, false}) {
      add_direction(window_.front(), sample, downlink);
      add_events(before, sample, downlink);
    }
  } else {
    window_.push_back(sample);
  }
}

void LinkHistory::add_direction(const LinkSample& from, const LinkSample& to, bool downlink) {
  const DirectionSample& a = of(from, downlink);
  const DirectionSample& b = of(to, downlink);
  const double seconds = to.time_s - from.time_s;
  const double bytes = difference(a.delivered_bytes, b.delivered_bytes);
  put(pick(LiveValue::kThroughputDown, downlink), to.time_s, bytes * 8 / seconds / 1000);
  const double packets = difference(a.delivered_packets, b.delivered_packets);
  if (packets > 0)
    put(pick(LiveValue::kDelayDown, downlink), to.time_s,
        (b.delay_sum_ns - a.delay_sum_ns) / packets / 1e6);
}

void LinkHistory::add_events(const LinkSample& before, const LinkSample& now, bool downlink) {
  const DirectionSample& a = of(before, downlink);
  const DirectionSample& b = of(now, downlink);
  for (auto it = b.drops.begin(); it != b.drops.end(); ++it) {
    const std::uint64_t was = a.drops.value(it.key());
    if (it.value() > was)
      remember({now.time_s, Event::Kind::kDrop, downlink, it.key(), it.value() - was});
  }
  if (b.marks > a.marks)
    remember({now.time_s, Event::Kind::kMark, downlink, "CE", b.marks - a.marks});
}

void LinkHistory::add_state(const LinkSample& now, bool downlink) {
  const QString& state = of(now, downlink).state;
  if (state.isEmpty()) return;
  auto& spans = states_[downlink ? 0 : 1];
  if (!spans.empty()) spans.back().to_s = now.time_s;
  if (!spans.empty() && spans.back().state == state) return;
  spans.push_back({now.time_s, now.time_s, state});
  if (spans.size() > kMaxEvents) spans.pop_front();
  if (!state_names_.contains(state)) state_names_.append(state);
}

void LinkHistory::add_change(const LinkChangeEntry& entry) {
  if (entry.time_s < 0) return;
  remember({entry.time_s, Event::Kind::kChange, true, entry.text, 1});
}

void LinkHistory::remember(Event event) {
  events_.push_back(std::move(event));
  ++event_count_;
  if (events_.size() > kMaxEvents) events_.pop_front();
}

}  // namespace seawind::gui
