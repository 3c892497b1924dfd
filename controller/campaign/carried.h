// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics of the TCP state that a host keeps from earlier connections to the other host when a
// repetition begins (docs/reference/metrics.md): tcp_carried_ssthresh, ...
#pragma once

#include <string>
#include <vector>

#include "controller/legacy_tcp/legacy_tcp.h"
#include "controller/measure/metrics.h"
#include "workloads/api/agent.pb.h"

namespace seawind {

/// Adds the values that the kernel has cached; unknown values are left out. `host`: fixed or
/// mobile.
void add_carried(const std::string& host, const TcpMetric& metric, std::vector<MetricValue>& out);
/// Adds the values that legacy TCP keeps.
void add_carried(const std::string& host, const LegacyTcpPrograms::CachedSsthresh& one,
                 std::vector<MetricValue>& out);

}  // namespace seawind
