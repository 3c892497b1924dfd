// SPDX-License-Identifier: GPL-3.0-or-later
// The metrics of rate control of B5, from the sender's own log: its rate, round-trip
// time and loss event rate at every feedback. A feedback reports congestion when its loss event
// rate is higher than that of the previous feedback. Slow start (no loss event yet) is excluded.
//
// - aggressiveness: largest increase of the rate over one round-trip time without congestion, in
//   packets per round-trip time;
// - smoothness: smallest ratio of the rate to the rate one round-trip time earlier (1: it never
//   fell);
// - responsiveness: smallest number of round-trip times of persistent congestion (a growing loss
//   event rate in each of them) after which the rate was halved; none if that never happened.
//
// Memory: the feedback of the last round-trip time.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "controller/measure/metrics.h"

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
  /// `packet_size`: bytes per packet in the rate.
  void report(const std::string& flow, std::int64_t packet_size,
              std::vector<MetricValue>& out) const;

 private:
  std::deque<TfrcFeedback> recent_;       // starts just before one round-trip time ago
  std::optional<TfrcFeedback> previous_;  // after the first loss event
  std::int64_t congested_ns_ = 0;         // time of the last congestion
  std::int64_t episode_start_ns_ = 0;     // start of persistent congestion; 0: none
  double episode_rate_ = 0;
  double increase_ = 0;  // largest increase, B/s in one round-trip time
  std::int64_t increase_rtt_ns_ = 0;
  double ratio_ = 1;
  std::optional<double> responsiveness_;
  std::int64_t feedbacks_ = 0;
};

/// Reads the `feedback` lines of a TFRC source's log (JSON lines). Throws Error when it is
/// unreadable.
void read_tfrc_log(const std::filesystem::path& log, TfrcMeter& meter);

}  // namespace seawind
