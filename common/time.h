// SPDX-License-Identifier: GPL-3.0-or-later
// Strong nanosecond types. Neither type reads a clock. The owner of a Time defines its epoch: the
// link's start in the models, CLOCK_MONOTONIC in the daemon.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace seawind {

/// A signed span of time in nanoseconds; range about +-292 years.
class Duration {
 public:
  constexpr Duration() = default;
  static constexpr Duration nanoseconds(std::int64_t n) { return Duration(n); }
  static constexpr Duration microseconds(std::int64_t n) { return Duration(n * 1'000); }
  static constexpr Duration milliseconds(std::int64_t n) { return Duration(n * 1'000'000); }
  static constexpr Duration seconds(std::int64_t n) { return Duration(n * 1'000'000'000); }
  static constexpr Duration max() { return Duration(std::numeric_limits<std::int64_t>::max()); }

  constexpr std::int64_t ns() const { return ns_; }
  constexpr double in_seconds() const { return static_cast<double>(ns_) / 1e9; }
  constexpr double in_milliseconds() const { return static_cast<double>(ns_) / 1e6; }

  constexpr auto operator<=>(const Duration&) const = default;
  constexpr Duration operator-() const { return Duration(-ns_); }
  constexpr Duration& operator+=(Duration d) { return ns_ += d.ns_, *this; }
  constexpr Duration& operator-=(Duration d) { return ns_ -= d.ns_, *this; }
  friend constexpr Duration operator+(Duration a, Duration b) { return Duration(a.ns_ + b.ns_); }
  friend constexpr Duration operator-(Duration a, Duration b) { return Duration(a.ns_ - b.ns_); }
  friend constexpr Duration operator*(Duration a, std::int64_t n) { return Duration(a.ns_ * n); }
  friend constexpr std::int64_t operator/(Duration a, Duration b) { return a.ns_ / b.ns_; }

 private:
  explicit constexpr Duration(std::int64_t n) : ns_(n) {}
  std::int64_t ns_ = 0;
};

/// An instant: nanoseconds since its owner's epoch.
class Time {
 public:
  constexpr Time() = default;
  static constexpr Time from_ns(std::int64_t n) { return Time(n); }
  static constexpr Time max() { return Time(std::numeric_limits<std::int64_t>::max()); }

  constexpr std::int64_t ns() const { return ns_; }
  constexpr double in_seconds() const { return static_cast<double>(ns_) / 1e9; }

  constexpr auto operator<=>(const Time&) const = default;
  constexpr Time& operator+=(Duration d) { return ns_ += d.ns(), *this; }
  friend constexpr Time operator+(Time t, Duration d) { return Time(t.ns_ + d.ns()); }
  friend constexpr Time operator-(Time t, Duration d) { return Time(t.ns_ - d.ns()); }
  friend constexpr Duration operator-(Time a, Time b) {
    return Duration::nanoseconds(a.ns_ - b.ns_);
  }

 private:
  explicit constexpr Time(std::int64_t n) : ns_(n) {}
  std::int64_t ns_ = 0;
};

}  // namespace seawind
