// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "common/histogram.h"
#include "common/units.h"

namespace seawind {
namespace {

using Buckets = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

std::string exact(std::int64_t ns) {
  return format_quantity(static_cast<double>(ns), DURATION);
}

std::string percent(double share) {
  const double value = share * 100;
  if (value > 0 && value < 0.01) return "less than 0.01 %";
  return value < 10 ? fmt::format("{:.2g} %", value) : fmt::format("{:.0f} %", value);
}

/// Releases later than `limit`. A bucket counts by its upper bound, as in a quantile.
std::uint64_t later(const Buckets& buckets, std::int64_t largest, std::int64_t limit) {
  std::uint64_t sum = 0;
  for (const auto& [bucket, count] : buckets)
    if (std::min(Histogram::upper(bucket), largest) > limit) sum += count;
  return sum;
}

bool within(std::uint64_t late, std::int64_t largest, const FidelityInfo& fidelity,
            const LatenessLimits& limits) {
  return late <= allowed_late(fidelity.releases) && largest <= limits.largest;
}

std::string cause_text(const FidelityInfo& fidelity, const LatenessLimits& limits, bool machine) {
  if (!fidelity.pauses)
    return "without real-time priority it is unknown whether the machine or its load was the cause";
  const std::string largest =
      fidelity.pauses->largest > Duration()
          ? "whose largest pause was " + short_duration(fidelity.pauses->largest.ns())
          : "which had no pause";
  if (machine) return "delayed by the machine, " + largest;
  return fmt::format("this is not explained by the machine, {}: the relay had too much load{}",
                     largest,
                     limits.p999 < kLeastP999 || limits.largest < kLeastLargest
                         ? fmt::format(", or a limit below the defaults ({} and {}) is too small",
                                       short_duration(kLeastP999), short_duration(kLeastLargest))
                         : "");
}

}  // namespace

std::string lateness_text(const FidelityInfo& fidelity, const LatenessLimits& limits) {
  std::string text =
      fmt::format("{} of {} packets later than {} (at most {} may be), the largest {} (limit {})",
                  later(fidelity.histogram, fidelity.lateness_max, limits.p999), fidelity.releases,
                  short_duration(limits.p999), allowed_late(fidelity.releases),
                  short_duration(fidelity.lateness_max), short_duration(limits.largest));
  // Below 100 ms of delay the limits are constants, not shares.
  if (limits.delay >= kLeastP999 * kLatenessP999Divisor)
    text += fmt::format(
        ", {} of the delay of {}",
        percent(static_cast<double>(fidelity.lateness_max) / static_cast<double>(limits.delay)),
        short_duration(limits.delay));
  return text;
}

FidelityVerdict judge(const FidelityInfo& fidelity, const TestSet& test_set,
                      const Case& test_case) {
  const Limits& limits = test_set.limits();
  const LatenessLimits lateness = lateness_limits(test_set, test_case, fidelity.changed_by_hand);
  std::vector<std::string> beyond;
  FidelityVerdict verdict;
  bool other = false;  // beyond a limit for another reason than the machine
  // As for a release, a value of up to twice the largest pause is attributed to the machine.
  // Whether the pause was at that time is unknown; the attempt is invalid in any case.
  const auto timing = [&](const char* name, std::int64_t value, std::int64_t limit) {
    if (value <= limit) return;
    const bool machine = fidelity.pauses && value <= 2 * fidelity.pauses->largest.ns();
    beyond.push_back(fmt::format("{} {} is beyond the limit {}{}", name, short_duration(value),
                                 exact(limit),
                                 machine ? ": delayed by the machine, whose largest pause was " +
                                               short_duration(fidelity.pauses->largest.ns())
                                         : ""));
    if (!machine) verdict.overloaded = other = true;
  };
  const auto count = [&](const char* what, std::uint64_t found, std::int64_t limit) {
    if (found <= static_cast<std::uint64_t>(limit)) return;
    beyond.push_back(fmt::format("{}: {}, limit {}", what, found, limit));
    verdict.overloaded = other = true;
  };
  const std::uint64_t late = later(fidelity.histogram, fidelity.lateness_max, lateness.p999);
  if (!within(late, fidelity.lateness_max, fidelity, lateness)) {
    const std::uint64_t explained =
        later(fidelity.machine_histogram, fidelity.lateness_max, lateness.p999);
    const std::uint64_t others = late - std::min(late, explained);
    // Not all pauses are detected. If they explain three quarters, the rest is attributed to them.
    const bool machine = fidelity.pauses && fidelity.lateness_max_relay <= lateness.largest &&
                         (others <= allowed_late(fidelity.releases) || 4 * others <= late);
    beyond.push_back(lateness_text(fidelity, lateness) + ": " +
                     cause_text(fidelity, lateness, machine));
    if (!machine) verdict.overloaded = other = true;
  }
  timing("start error", fidelity.start_error_max, limits.start_error());
  timing("pacing error p99.9", fidelity.pacing_error_max, limits.pacing_error());
  if (fidelity.interface_changes > 0) {
    beyond.emplace_back(kInterfaceChanged);
    other = true;
  }
  if (fidelity.interface_drops > 0) {
    beyond.push_back(
        fmt::format("packets dropped by an interface of the link: {} (is its MTU smaller than the "
                    "host's?)",
                    fidelity.interface_drops));
    other = true;
  }
  if (fidelity.cpu_steal > limits.cpu_steal())
    beyond.push_back(fmt::format("CPU steal {:.3g} % is beyond the limit {:.3g} %",
                                 fidelity.cpu_steal * 100, limits.cpu_steal() * 100));
  count("packets lost in capture", fidelity.capture_drops, 0);
  count("packets rejected by the kernel", fidelity.inject_failures, 0);
  count("events lost by the log", fidelity.log_overruns, 0);
  if (limits.has_clamped_stamps() &&
      fidelity.clamped_stamps > static_cast<std::uint64_t>(limits.clamped_stamps())) {
    beyond.push_back(fmt::format("arrivals stamped outside the relay's turn: {}, limit {}",
                                 fidelity.clamped_stamps, limits.clamped_stamps()));
    other = true;
  }
  if (limits.has_stalls())
    count("stalls of the relay beyond 5ms", fidelity.stalls, limits.stalls());
  verdict.only_machine = !beyond.empty() && !other;
  verdict.reason = fmt::format("{}{}", verdict.only_machine ? "lost to the machine: " : "",
                               fmt::join(beyond, "; "));
  return verdict;
}

std::string pauses_text(const PauseTotals& pauses) {
  return fmt::format(
      "{} pause{} of 1ms and more in {}, the largest {}, together {} of the time", pauses.number,
      pauses.number == 1 ? "" : "s", short_duration(pauses.watched.ns()),
      short_duration(pauses.largest.ns()),
      percent(pauses.total.in_seconds() / std::max(1e-9, pauses.watched.in_seconds())));
}

// A packet that is due in a pause waits until the end of the pause: longer than `p999`, unless it
// is due in the last `p999` of the pause. With evenly spread due times, a share of (total - number
// * p999) / watched is later than `p999`; 0.1 % may be.
LatenessLimits kept_limits(const PauseTotals& pauses) {
  LatenessLimits kept = lateness_limits({}, {});
  if (pauses.number > 0) {
    const std::int64_t beyond = pauses.total.ns() - pauses.watched.ns() / 1000;
    const auto number = static_cast<std::int64_t>(pauses.number);
    kept.p999 = std::max(kept.p999, (beyond + number - 1) / number);
  }
  kept.largest = std::max(kept.largest, pauses.largest.ns());
  return kept;
}

std::string beyond_text(const PauseTotals& pauses, const LatenessLimits& limits) {
  const std::int64_t later =
      pauses.total.ns() - static_cast<std::int64_t>(pauses.number) * limits.p999;
  std::vector<std::string> beyond;
  if (pauses.largest.ns() > limits.largest)
    beyond.push_back(fmt::format("lateness_max {}", short_duration(limits.largest)));
  if (later > pauses.watched.ns() / 1000)
    beyond.push_back(fmt::format("lateness_p999 {}", short_duration(limits.p999)));
  if (beyond.empty()) return {};
  return fmt::format("this machine may not keep {}: {}", fmt::join(beyond, " and "),
                     pauses_text(pauses));
}

}  // namespace seawind
