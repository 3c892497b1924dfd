// SPDX-License-Identifier: GPL-3.0-or-later
// RED's decision (Floyd, Jacobson 1993, figure 2; experiments RQ5, RQ7): below min_threshold
// nothing; up to max_threshold with probability p_a = p_b / (1 - count p_b), p_b = max_p (avg -
// min) / (max - min), count being the packets since the last signal in this region; from
// max_threshold on always. The first packet in the region has count 0. Gentle RED (Floyd 2000):
// between max and twice max, p_b rises from max_p to 1 and the same count rule holds. With `scale`,
// p_b is first multiplied by packet size / scale.
#pragma once

#include <cstdint>
#include <optional>

namespace seawind {

struct RedCurve {
  double min = 0;  // bytes
  double max = 0;
  double max_probability = 0;
  bool gentle = false;
  std::optional<std::int64_t> scale{};  // bytes

  /// p_b; 0 below min, 1 where the signal is certain.
  double probability(double average) const {
    if (average < min) return 0;
    if (average < max) return max_probability * (average - min) / (max - min);
    if (!gentle || average >= 2 * max) return 1;
    return max_probability + (1 - max_probability) * (average - max) / max;
  }
};

/// The count rule. One uniform number in [0, 1) is used for each decision whatever the parameters.
class RedDecision {
 public:
  /// True: signal congestion with this packet.
  bool signal(const RedCurve& curve, double average, std::int64_t size, double uniform) {
    if (average < curve.min) {
      count_ = -1;
      return false;
    }
    ++count_;
    double p_b = curve.probability(average);
    if (p_b < 1 && curve.scale) {
      p_b *= static_cast<double>(size) / static_cast<double>(*curve.scale);
    }
    const double left = 1 - static_cast<double>(count_) * p_b;
    // uniform < p_b / left without the division; left <= 0: the count has used up the interval.
    if (p_b < 1 && left > 0 && uniform * left >= p_b) return false;
    count_ = 0;
    return true;
  }
  std::int64_t count() const { return count_; }

 private:
  std::int64_t count_ = -1;
};

}  // namespace seawind
