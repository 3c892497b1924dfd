// SPDX-License-Identifier: GPL-3.0-or-later
// What B5 (000:602-616) asks of rate control, from the sender's own log: its rate, round-trip time
// and loss event rate at every feedback. Congestion is a loss event rate that has grown since the
// feedback before. Slow start (no loss event yet) is left out.
//
//  - aggressiveness: largest increase of the rate over one round-trip time without congestion, in
//    packets per round-trip time;
//  - smoothness: smallest ratio of the rate to that of one round-trip time before (1: it never
//  fell);
//  - responsiveness: fewest round-trip times of persistent congestion (a growing loss event rate in
//    every one of them) after which the rate was half of what it had been; none if that never was.
//
// Memory: the feedback of the last round-trip time.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "controller/results/metrics.h"

namespace seawind {

struct TfrcFeedback {
  std::int64_t time_ns = 0;
  double rate = 0;  // B/s
  std::int64_t rtt_ns = 0;
  double loss_event_rate = 0;
};

class TfrcMeter {
 public:
  void add(const TfrcFeedback& feedback);
  /// `packet_size`: bytes that the rate counts for one packet.
  void report(const std::string& flow, std::int64_t packet_size,
              std::vector<MetricValue>& out) const;

 private:
  std::deque<TfrcFeedback> recent_;       // from just before one round-trip time ago
  std::optional<TfrcFeedback> previous_;  // after the first loss event
  std::int64_t congested_ns_ = 0;         // when it last was
  std::int64_t episode_start_ns_ = 0;     // of persistent congestion; 0: none
  double episode_rate_ = 0;
  double increase_ = 0;  // B/s in one round-trip time, largest
  std::int64_t increase_rtt_ns_ = 0;
  double ratio_ = 1;
  std::optional<double> responsiveness_;
  std::int64_t feedbacks_ = 0;
};

/// Reads the `feedback` lines of a TFRC source's log (JSON lines). Throws Error: unreadable.
void read_tfrc_log(const std::filesystem::path& log, TfrcMeter& meter);

}  // namespace seawind
