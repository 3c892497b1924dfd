// SPDX-License-Identifier: GPL-3.0-or-later
// Response times of `request_response`, from the client's own log: from the first sending of a
// request to the last byte of its response.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "controller/measure/metrics.h"

namespace seawind {

/// Appends `responses` and response_time_min, _q1, _median, _q3, _p95, _p99, _max (s). Throws Error
/// when the log cannot be opened.
void report_response_times(const std::string& flow, const std::filesystem::path& log,
                           std::vector<MetricValue>& out);

}  // namespace seawind
