// SPDX-License-Identifier: GPL-3.0-or-later
// The route part of a TCP variant as knobs: names, the kernel's units, texts for reports.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "workloads/agent/route_metrics.h"

namespace seawind {

class RouteMetrics;

struct RouteSetting {
  std::string name;  // "route initcwnd"
  int metric;        // RTAX_ number
  std::uint32_t wanted;
  bool locked;
  std::int64_t step_ns;  // ns per unit of a duration; 0: a plain number
};

/// The knobs set by a variant. Throws Failure(kInvalid) for a value that the kernel cannot
/// represent.
std::vector<RouteSetting> route_settings(const RouteMetrics& metrics);
KernelMetrics kernel_metrics(const std::vector<RouteSetting>& knobs, const std::string& congctl);

/// The value of a knob in `metrics`: "2", "1ms locked", "(unset)".
std::string knob_text(const RouteSetting& knob, const KernelMetrics& metrics);

/// "1ms", "0.125ms", "1500ms".
std::string milliseconds_text(std::int64_t ns);

}  // namespace seawind
