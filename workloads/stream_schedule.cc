// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/stream_schedule.h"

#include <algorithm>

namespace seawind {
namespace {

constexpr std::int64_t kLatestPacket = std::int64_t{1} << 61;  // ns, 73 years: sums do not overflow

}  // namespace

StreamSchedule::StreamSchedule(const StreamShape& shape, std::uint64_t seed, std::string_view flow)
    : shape_(shape),
      size_(shape.size, seed, flow, "packet_size"),
      interval_(shape.interval, seed, flow, "interval"),
      on_(shape.on, seed, flow, "on"),
      idle_(shape.idle, seed, flow, "idle") {
  if (shape_.packets == 0) burst_end_ = on_.next();
}

std::optional<StreamPacket> StreamSchedule::next() {
  if (upcoming_.burst >= shape_.bursts) return std::nullopt;
  StreamPacket packet = upcoming_;
  packet.size = size_.next();
  ++upcoming_.sequence;
  ++in_burst_;
  upcoming_.at += std::max<std::int64_t>(interval_.next(), 1);
  const bool over = shape_.packets > 0 ? in_burst_ >= shape_.packets : upcoming_.at >= burst_end_;
  if (over) {
    ++upcoming_.burst;
    in_burst_ = 0;
    if (shape_.packets == 0) upcoming_.at = std::max(burst_end_, packet.at + 1);
    if (upcoming_.burst < shape_.bursts) upcoming_.at += idle_.next();
    if (shape_.packets == 0) burst_end_ = upcoming_.at + on_.next();
  }
  upcoming_.at = std::min(upcoming_.at, kLatestPacket);
  return packet;
}

}  // namespace seawind
