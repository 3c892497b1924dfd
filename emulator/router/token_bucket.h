// SPDX-License-Identifier: GPL-3.0-or-later
// A token bucket: filled at `rate`, depth `burst` bytes, initially full. It counts in billionths of
// a bit, so that filling over any number of intervals is exact and rates do not drift.
#pragma once

#include <algorithm>
#include <cstdint>

#include "common/time.h"

namespace seawind {

class TokenBucket {
 public:
  static constexpr std::int64_t kDeepest = 500'000'000;  // bytes
  /// `rate`: 1 bit/s to 1 Tbit/s; `burst`: at most kDeepest.
  TokenBucket(std::int64_t rate, std::int64_t burst, Time now = {})
      : rate_(rate), depth_(units(burst)), level_(depth_), filled_(now) {}

  /// Applies another rate and burst; tokens beyond the new burst are lost.
  void change(std::int64_t rate, std::int64_t burst, Time now) {
    fill(now);
    rate_ = rate;
    depth_ = units(burst);
    level_ = std::min(level_, depth_);
  }
  /// Adds the tokens due up to `now`.
  void fill(Time now) {
    level_ = level_at(now);
    filled_ = std::max(filled_, now);
  }
  /// Called instead of fill(): adds the tokens that `other`, filled at the same rate, has no room
  /// for up to `now`. Must be called before other.fill(now).
  void fill_with_overflow_of(const TokenBucket& other, Time now) {
    filled_ = std::max(filled_, now);
    if (now <= other.filled_) return;
    const std::int64_t span = (now - other.filled_).ns();
    const std::int64_t others_room = other.depth_ - other.level_;
    if (span <= others_room / other.rate_) return;
    const std::int64_t room = depth_ - level_;
    if (span > (room + others_room) / other.rate_) {
      level_ = depth_;
    } else {
      level_ += std::max<std::int64_t>(span * other.rate_ - others_room, 0);
    }
  }
  /// Removes tokens; the level may become negative.
  void consume(std::int64_t bytes) { level_ -= units(bytes); }

  bool holds(std::int64_t bytes, Time now) const { return level_at(now) >= units(bytes); }
  /// The first instant at which the bucket holds `bytes`; Time::max() if its depth is smaller.
  Time when(std::int64_t bytes, Time now) const {
    const std::int64_t missing = units(bytes) - level_at(now);
    if (missing <= 0) return now;
    if (units(bytes) > depth_) return Time::max();
    const std::int64_t wait = (missing - 1) / rate_ + 1;
    const Time base = std::max(filled_, now);
    return wait < Time::max().ns() - base.ns() ? base + Duration::nanoseconds(wait) : Time::max();
  }
  /// Whole bytes of tokens; negative for a bucket in debt.
  std::int64_t bytes(Time now) const {
    const std::int64_t level = level_at(now);
    return level >= 0 ? level / kByte : -((-level + kByte - 1) / kByte);
  }
  std::int64_t rate() const { return rate_; }
  std::int64_t burst() const { return depth_ / kByte; }

 private:
  static constexpr std::int64_t kByte = 8'000'000'000;
  static constexpr std::int64_t units(std::int64_t bytes) { return bytes * kByte; }
  std::int64_t level_at(Time now) const {
    if (now <= filled_) return level_;
    const std::int64_t span = (now - filled_).ns();
    const std::int64_t room = depth_ - level_;
    return span > room / rate_ ? depth_ : level_ + span * rate_;
  }

  std::int64_t rate_;  // bit/s = billionths of a bit per nanosecond
  std::int64_t depth_;
  std::int64_t level_;
  Time filled_;
};

}  // namespace seawind
