// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/agent/route_settings.h"

#include <fmt/format.h>
#include <linux/rtnetlink.h>

#include <limits>

#include "workloads/agent/failure.h"
#include "workloads/api/agent.pb.h"

namespace seawind {
namespace {

// The kernel's scales (as `ip route` writes them): RTT in 1/8 ms, its variance in 1/4 ms, the
// smallest time-out in ms.
constexpr std::int64_t kRttStep = 125'000;
constexpr std::int64_t kRttvarStep = 250'000;
constexpr std::int64_t kRtoMinStep = 1'000'000;

std::uint32_t bit(int metric) {
  return std::uint32_t{1} << metric;
}

}  // namespace

std::string milliseconds_text(std::int64_t ns) {
  return fmt::format("{}ms", static_cast<double>(ns) / 1e6);
}

std::vector<RouteSetting> route_settings(const RouteMetrics& m) {
  std::vector<RouteSetting> out;
  const auto number = [&](const char* name, int metric, std::int64_t value, bool locked) {
    if (value < 1 || value > std::numeric_limits<std::int32_t>::max()) {
      throw Failure(FailureKind::kInvalid, fmt::format("{}: {} is out of range", name, value));
    }
    out.push_back({name, metric, static_cast<std::uint32_t>(value), locked, 0});
  };
  const auto duration = [&](const char* name, int metric, std::int64_t ns, std::int64_t step) {
    // 0 is valid, too: a new connection then begins without an estimate.
    const std::int64_t least = metric == RTAX_RTO_MIN ? step : 0;
    if (ns < least || ns % step != 0 || ns / step > std::numeric_limits<std::int32_t>::max()) {
      throw Failure(FailureKind::kInvalid,
                    fmt::format("{}: the kernel cannot express {}, only multiples of {}", name,
                                milliseconds_text(ns), milliseconds_text(step)));
    }
    out.push_back({name, metric, static_cast<std::uint32_t>(ns / step), true, step});
  };
  if (m.has_initcwnd()) number("route initcwnd", RTAX_INITCWND, m.initcwnd(), false);
  if (m.has_initrwnd()) number("route initrwnd", RTAX_INITRWND, m.initrwnd(), false);
  if (m.has_rtt()) duration("route rtt", RTAX_RTT, m.rtt(), kRttStep);
  if (m.has_rttvar()) duration("route rttvar", RTAX_RTTVAR, m.rttvar(), kRttvarStep);
  if (m.has_reordering()) number("route reordering", RTAX_REORDERING, m.reordering(), true);
  if (m.has_window()) number("route window", RTAX_WINDOW, m.window(), false);
  if (m.has_rto_min()) duration("route rto_min", RTAX_RTO_MIN, m.rto_min(), kRtoMinStep);
  return out;
}

KernelMetrics kernel_metrics(const std::vector<RouteSetting>& knobs, const std::string& congctl) {
  KernelMetrics out;
  for (const RouteSetting& knob : knobs) {
    out.values[knob.metric] = knob.wanted;
    if (knob.locked) out.locked |= bit(knob.metric);
  }
  out.congctl = congctl;
  return out;
}

std::string knob_text(const RouteSetting& knob, const KernelMetrics& metrics) {
  const auto found = metrics.values.find(knob.metric);
  const bool locked = (metrics.locked & bit(knob.metric)) != 0;
  if (found == metrics.values.end() && !locked) return "(unset)";
  // The kernel reports a metric of zero only by its lock bit.
  const std::uint32_t value = found == metrics.values.end() ? 0 : found->second;
  std::string text =
      knob.step_ns == 0 ? std::to_string(value) : milliseconds_text(value * knob.step_ns);
  if (locked) text += " locked";
  return text;
}

}  // namespace seawind
