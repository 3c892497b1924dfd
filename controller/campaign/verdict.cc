// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/verdict.h"

#include <fmt/format.h>

#include <vector>

#include "common/units.h"

namespace seawind {
namespace {

std::string exact(std::int64_t ns) {
  return format_quantity(static_cast<double>(ns), DURATION);
}

}  // namespace

FidelityVerdict judge(const FidelityInfo& fidelity, const Limits& limits) {
  std::vector<std::string> beyond;
  FidelityVerdict verdict;
  const auto timing = [&](const char* name, std::int64_t value, std::int64_t limit) {
    if (value <= limit) return;
    beyond.push_back(
        fmt::format("{} {} is beyond the limit {}", name, short_duration(value), exact(limit)));
    verdict.late = true;
  };
  const auto count = [&](const char* what, std::uint64_t found, std::int64_t limit) {
    if (found <= static_cast<std::uint64_t>(limit)) return;
    beyond.push_back(fmt::format("{}: {}, limit {}", what, found, limit));
    verdict.late = true;
  };
  timing("release lateness p99.9", fidelity.lateness_p999, limits.lateness_p999());
  timing("largest release lateness", fidelity.lateness_max, limits.lateness_max());
  timing("start error", fidelity.start_error_max, limits.start_error());
  timing("pacing error p99.9", fidelity.pacing_error_max, limits.pacing_error());
  if (fidelity.interface_changes > 0)
    beyond.push_back("an interface of the link went down, up or away");
  if (fidelity.cpu_steal > limits.cpu_steal())
    beyond.push_back(fmt::format("CPU steal {:.3g} % is beyond the limit {:.3g} %",
                                 fidelity.cpu_steal * 100, limits.cpu_steal() * 100));
  count("packets lost in capture", fidelity.capture_drops, 0);
  count("packets rejected by the kernel", fidelity.inject_failures, 0);
  count("events lost by the log", fidelity.log_overruns, 0);
  if (limits.has_clamped_stamps() &&
      fidelity.clamped_stamps > static_cast<std::uint64_t>(limits.clamped_stamps()))
    beyond.push_back(fmt::format("arrivals stamped outside the relay's turn: {}, limit {}",
                                 fidelity.clamped_stamps, limits.clamped_stamps()));
  if (limits.has_stalls())
    count("stalls of the relay beyond 5ms", fidelity.throttled, limits.stalls());
  verdict.reason = fmt::format("{}", fmt::join(beyond, "; "));
  return verdict;
}

}  // namespace seawind
