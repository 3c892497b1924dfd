// SPDX-License-Identifier: GPL-3.0-or-later
// The metrics of rate control of B5, from the sender's own log: its rate, round-trip
// time and loss event rate at every feedback, and its rate whenever it lowers the rate for lack of
// feedback. A feedback reports congestion when its loss event rate is higher than that of the
// previous feedback. Slow start (no loss event yet) is excluded. Feedback after a handover, which
// discards the loss history, is not compared with any before it.
//
// - aggressiveness: largest increase of the rate over one round-trip time without congestion, in
//   packets per round-trip time;
// - smoothness: smallest ratio of the rate to the rate one round-trip time earlier (1 and more: it
//   never fell);
// - responsiveness: smallest number of round-trip times of persistent congestion (a growing loss
//   event rate in each of them) after which the rate was halved; none if that never happened. The
//   count restarts when the sender lowers its rate for lack of feedback.
//
// Memory: 16 B for each change of the rate. The round-trip time may grow to any length, so that any
// of them may be needed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "controller/measure/metrics.h"

namespace seawind {

struct TfrcReport {
  std::int64_t time_ns = 0;
  double rate = 0;  // B/s
  std::int64_t rtt_ns = 0;
  double loss_event_rate = 0;
  std::int64_t handovers = 0;  // of which the receiver had been notified
};

class TfrcMeter {
 public:
  void add(const TfrcReport& feedback);
  /// The sender's timer has expired without feedback, and it has lowered its rate to `rate` (B/s).
  void add_expiry(std::int64_t time_ns, double rate);
  /// `packet_size`: bytes per packet in the rate.
  void report(const std::string& flow, std::int64_t packet_size,
              std::vector<MetricValue>& out) const;

 private:
  struct Rate {
    std::int64_t time_ns;
    double rate;
  };
  /// Records the ratio of the rate to the newest one that is at least a round-trip time old.
  /// Returns that one; null: there is none.
  const Rate* take_ratio(const TfrcReport& now);

  std::vector<Rate> rates_;             // since the first loss event of the path
  std::optional<TfrcReport> previous_;  // with the current rate
  std::int64_t congested_ns_ = 0;       // time of the last congestion
  std::int64_t episode_start_ns_ = 0;   // start of persistent congestion; 0: none
  double episode_rate_ = 0;
  /// Largest increase in one round-trip time, in bytes per round-trip time; none: no two rates
  /// without congestion were that far apart.
  std::optional<double> increase_;
  std::optional<double> ratio_;  // none: no two rates were a round-trip time apart
  std::optional<double> responsiveness_;
  std::int64_t feedbacks_ = 0;
  std::int64_t handovers_ = 0;
};

/// Reads the `feedback` and `no_feedback` lines of a TFRC source's log (JSON lines). Throws Error
/// when it is unreadable.
void read_tfrc_log(const std::filesystem::path& log, TfrcMeter& meter);

}  // namespace seawind
