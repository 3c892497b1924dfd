// SPDX-License-Identifier: GPL-3.0-or-later
// The loss event rate of RFC 5348, 5.4 and 5.5: a weighted average of the last eight intervals
// between loss events and the open interval. The open interval counts only if it raises the
// average. With history discounting, the closed intervals have less weight while the open interval
// is long.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace seawind {

class TfrcLossHistory {
 public:
  static constexpr std::size_t kIntervals = 8;
  static constexpr std::array<double, kIntervals> kWeights{1, 1, 1, 1, 0.8, 0.6, 0.4, 0.2};
  static constexpr double kMaxDiscount = 0.25;  // the RFC's THRESHOLD

  explicit TfrcLossHistory(bool discounting) : discounting_(discounting) {}

  bool empty() const { return closed_ == 0; }
  /// A loss event begins with the loss of `sequence`. The interval before the first event is
  /// not counted in packets: it is `first_interval`, for which the equation gives a suitable rate.
  void begin_event(std::uint64_t sequence, double first_interval);
  /// Clears the history and sets `interval` as its only closed interval; the open interval begins
  /// at `sequence`.
  void seed(std::uint64_t sequence, double interval);
  void clear() { *this = TfrcLossHistory(discounting_); }
  /// `sequence` is the highest received.
  void advance(std::uint64_t sequence) { highest_ = sequence; }

  /// Packets in the open interval.
  double open_interval() const;
  double mean_interval() const;
  /// 1 / mean_interval(), or 0 when no loss event has been seen.
  double p() const { return empty() ? 0 : 1 / mean_interval(); }

 private:
  /// The discount factor of the closed intervals; 1: no discount.
  double discount() const;

  bool discounting_;
  std::size_t closed_ = 0;                      // intervals in use
  std::array<double, kIntervals> intervals_{};  // I_1, I_2, ...: the newest first
  std::array<double, kIntervals> discounts_{};  // DF_1, DF_2, ...
  std::uint64_t open_since_ = 0;
  std::uint64_t highest_ = 0;
};

}  // namespace seawind
