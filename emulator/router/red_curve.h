// SPDX-License-Identifier: GPL-3.0-or-later
// RED's decision (Floyd, Jacobson 1993, figure 2; experiments RQ5, RQ7). Below min_threshold
// nothing is signalled. Between min_threshold and max_threshold a packet is signalled with
// probability p_a = p_b / (1 - count p_b), where p_b = max_p (avg - min) / (max - min) and count is
// the number of packets since the last signal in this region. From max_threshold on every packet is
// signalled. The first packet in the region has count 0. Gentle RED (Floyd 2000): between max and
// twice max, p_b rises from max_p to 1 under the same count rule. With `scale`, p_b is first
// multiplied by packet size / scale.
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

  /// p_b: 0 below min, 1 where the signal is certain.
  double probability(double average) const {
    if (average < min) return 0;
    if (average < max) return max_probability * (average - min) / (max - min);
    if (!gentle || average >= 2 * max) return 1;
    return max_probability + (1 - max_probability) * (average - max) / max;
  }
};

/// The count rule. Each decision uses one uniform number in [0, 1), whatever the parameters.
class RedDecision {
 public:
  /// Returns true if this packet must signal congestion.
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
    // Equals uniform < p_b / left without the division; left <= 0: the count has exhausted the
    // interval.
    if (p_b < 1 && left > 0 && uniform * left >= p_b) return false;
    count_ = 0;
    return true;
  }
  std::int64_t count() const { return count_; }

 private:
  std::int64_t count_ = -1;
};

}  // namespace seawind
