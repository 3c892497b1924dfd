// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/clock_watch.h"

#include <fmt/format.h>

#include <cstdlib>
#include <limits>

namespace seawind {
namespace {

double seconds(std::int64_t ns) {
  return static_cast<double>(ns) / 1e9;
}

}  // namespace

ClockWatch::Offsets ClockWatch::read() const {
  // The thread may be preempted between two readings. The quickest of several attempts is used.
  constexpr int kReadings = 3;
  Offsets best;
  std::int64_t quickest = std::numeric_limits<std::int64_t>::max();
  for (int i = 0; i < kReadings; ++i) {
    const std::int64_t before = ns_of(clock_.now());
    const std::int64_t wall = clock_.unix_ns();
    const std::int64_t boot = clock_.boot_ns();
    const std::int64_t took = ns_of(clock_.now()) - before;
    if (took >= quickest) continue;
    quickest = took;
    best = {.wall = wall - before, .boot = boot - before};
  }
  return best;
}

std::string ClockWatch::update() {
  const Offsets now = read();
  // The wall clock of a suspended machine advances. That is not a step of the clock.
  const std::int64_t suspended = now.boot - last_.boot;
  const std::int64_t set = now.wall - last_.wall - suspended;
  std::string words;
  if (suspended >= kSmallest)
    words = fmt::format("the machine was suspended for {:.1f}s", seconds(suspended));
  if (std::abs(set) >= kSmallest)
    words += fmt::format("{}the clock was set {} by {:.1f}s", words.empty() ? "" : "; ",
                         set > 0 ? "forward" : "back", std::abs(seconds(set)));
  if (!words.empty()) last_ = now;
  return words;
}

}  // namespace seawind
