// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/timeline.h"

#include <algorithm>
#include <numeric>

#include "common/packet_ids.h"

namespace seawind {
namespace {

void observe(LevelRange& range, std::int64_t value) {
  range.min = std::min(range.min, value);
  range.max = std::max(range.max, value);
  range.last = value;
}

LevelRange joined(const LevelRange& a, const LevelRange& b) {
  return {std::min(a.min, b.min), std::max(a.max, b.max), b.last};
}

/// A bin whose levels begin at the last levels of `before`.
TimelineBin continued(const TimelineBin& before) {
  TimelineBin bin;
  for (std::size_t d = 0; d < 2; ++d) {
    const auto hold = [](const LevelRange& r) { return LevelRange{r.last, r.last, r.last}; };
    bin.router[d] = hold(before.router[d]);
    bin.send_buffer[d] = hold(before.send_buffer[d]);
    bin.average[d] = hold(before.average[d]);
  }
  bin.state = before.state;
  return bin;
}

}  // namespace

std::int64_t TimelineBin::drops_of(DropKind kind, std::size_t direction) const {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < kDropReasons; ++i)
    if (kind_of(static_cast<DropReason>(i)) == kind) sum += drops[direction][i];
  return sum;
}

void StateSpans::add(const EventRecord& event) {
  if (event.kind != EventKind::kStateChange || full_) return;
  if (!changes_.empty() && changes_.back().state == event.code) return;
  const double at = static_cast<double>(event.time_ns) / 1e9;
  if (!changes_.empty()) changes_.back().to = at;
  full_ = changes_.size() >= max_changes_;
  if (full_) return;
  changes_.push_back({at, at, event.code});
}

std::vector<StateSpan> StateSpans::spans(double end, std::size_t state_count) const {
  if (state_count < 2) return {};
  std::vector<StateSpan> out = changes_;
  if (!out.empty() && !full_) out.back().to = end;
  return out;
}

TimelineBin& Timeline::bin_at(std::int64_t time_ns) {
  const std::int64_t time = std::max<std::int64_t>(time_ns, 0);
  while (static_cast<std::size_t>(time / width_) >= kMaxBins) halve();
  const auto index = static_cast<std::size_t>(time / width_);
  while (bins_.size() <= index)
    bins_.push_back(bins_.empty() ? TimelineBin{} : continued(bins_.back()));
  return bins_[index];
}

void Timeline::halve() {
  width_ *= 2;
  std::vector<TimelineBin> half;
  for (std::size_t at = 0; at < bins_.size(); at += 2) {
    TimelineBin bin = bins_[at];
    if (at + 1 < bins_.size()) {
      const TimelineBin& next = bins_[at + 1];
      for (std::size_t d = 0; d < 2; ++d) {
        bin.router[d] = joined(bin.router[d], next.router[d]);
        bin.send_buffer[d] = joined(bin.send_buffer[d], next.send_buffer[d]);
        for (std::size_t i = 0; i < kDropReasons; ++i) bin.drops[d][i] += next.drops[d][i];
        bin.delivered[d] += next.delivered[d];
        bin.marks[d] += next.marks[d];
        bin.average[d] = joined(bin.average[d], next.average[d]);
      }
      bin.state = next.state;
    }
    half.push_back(bin);
  }
  bins_ = std::move(half);
}

void Timeline::add(const EventRecord& event) {
  TimelineBin& bin = bin_at(event.time_ns);
  const auto d = static_cast<std::size_t>(event.direction == Direction::kUplink);
  if (const auto level = router_[d].after(event)) observe(bin.router[d], *level);
  switch (event.kind) {
    case EventKind::kSendBufferEnter:
    case EventKind::kTransmitStart:
    case EventKind::kSendBufferLeave:
      observe(bin.send_buffer[d], event.value);
      break;
    case EventKind::kGenerated:
      if (!is_part_id(event.packet)) made_by_link_.insert(event.packet);
      break;
    case EventKind::kDrop:
      made_by_link_.erase(event.packet);
      if (event.code < kDropReasons) ++bin.drops[d][event.code];
      break;
    case EventKind::kLinkReset:
      observe(bin.send_buffer[d], 0);
      break;
    case EventKind::kDelivered:
      if (made_by_link_.erase(event.packet) == 0) bin.delivered[d] += event.size;
      break;
    case EventKind::kMark:
      ++bin.marks[d];
      break;
    case EventKind::kRouterAverage: {
      auto& averages = class_average_[d];
      averages[event.code] = event.value;
      observe(bin.average[d],
              std::accumulate(averages.begin(), averages.end(), std::int64_t{0}) / 256);
      break;
    }
    case EventKind::kStateChange:
      bin.state = event.code;
      break;
    default:
      break;
  }
}

}  // namespace seawind
