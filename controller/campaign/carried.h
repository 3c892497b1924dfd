// SPDX-License-Identifier: GPL-3.0-or-later
// What a host remembers of earlier connections to the other one when a repetition begins, as
// metrics (docs/reference/metrics.md): tcp_carried_ssthresh, ...
#pragma once

#include <string>
#include <vector>

#include "controller/period/period.h"
#include "controller/results/metrics.h"
#include "workloads/api/agent.pb.h"

namespace seawind {

/// Of the kernel, without what it does not know. `host`: fixed or mobile.
void add_carried(const std::string& host, const TcpMetric& metric, std::vector<MetricValue>& out);
/// Of the period's TCP.
void add_carried(const std::string& host, const PeriodKernel::Remembered& one,
                 std::vector<MetricValue>& out);

}  // namespace seawind
