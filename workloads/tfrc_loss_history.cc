// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/tfrc_loss_history.h"

#include <algorithm>

namespace seawind {

void TfrcLossHistory::begin_event(std::uint64_t sequence, double first_interval) {
  const double length = empty() ? first_interval : static_cast<double>(sequence - open_since_);
  const double factor = discount();
  for (std::size_t i = kIntervals - 1; i > 0; --i) {
    intervals_[i] = intervals_[i - 1];
    discounts_[i] = discounts_[i - 1] * factor;
  }
  intervals_[0] = std::max(length, 1.0);
  discounts_[0] = 1;
  closed_ = std::min(closed_ + 1, kIntervals);
  open_since_ = sequence;
  highest_ = std::max(highest_, sequence);
}

void TfrcLossHistory::seed(std::uint64_t sequence, double interval) {
  clear();
  begin_event(sequence, interval);
}

double TfrcLossHistory::open_interval() const {
  return static_cast<double>(highest_ - open_since_ + 1);
}

double TfrcLossHistory::discount() const {
  if (!discounting_ || empty()) return 1;
  // Compares with the average without discounting (5.4), with the open interval if that raises it.
  double with_open = open_interval() * kWeights[0];
  double without = 0;
  double weights = 0;
  for (std::size_t i = 0; i < closed_; ++i) {
    without += intervals_[i] * kWeights[i];
    weights += kWeights[i];
    if (i + 1 < closed_) with_open += intervals_[i] * kWeights[i + 1];
  }
  const double mean = std::max(with_open, without) / weights;
  if (open_interval() <= 2 * mean) return 1;
  return std::max(2 * mean / open_interval(), kMaxDiscount);
}

double TfrcLossHistory::mean_interval() const {
  const double now = discount();
  double with_open = open_interval() * kWeights[0];
  double open_weights = kWeights[0];
  double without = 0;
  double weights = 0;
  for (std::size_t i = 0; i < closed_; ++i) {
    without += intervals_[i] * kWeights[i] * discounts_[i];
    weights += kWeights[i] * discounts_[i];
    if (i + 1 == closed_) break;
    with_open += intervals_[i] * kWeights[i + 1] * discounts_[i] * now;
    open_weights += kWeights[i + 1] * discounts_[i] * now;
  }
  return std::max(with_open / open_weights, without / weights);
}

}  // namespace seawind
