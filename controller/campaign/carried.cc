// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/carried.h"

#include <fmt/format.h>

namespace seawind {

void add_carried(const std::string& host, const TcpMetric& metric, std::vector<MetricValue>& out) {
  const auto add = [&](const char* name, const char* unit, double value) {
    if (value > 0) out.push_back({host, name, unit, value});
  };
  add("tcp_carried_ssthresh", "segments", static_cast<double>(metric.ssthresh()));
  add("tcp_carried_cwnd", "segments", static_cast<double>(metric.cwnd()));
  add("tcp_carried_rtt", "s", static_cast<double>(metric.rtt_us()) / 1e6);
  add("tcp_carried_rttvar", "s", static_cast<double>(metric.rttvar_us()) / 1e6);
  add("tcp_carried_reordering", "segments", static_cast<double>(metric.reordering()));
}

void add_carried(const std::string& host, const LegacyTcpPrograms::CachedSsthresh& one,
                 std::vector<MetricValue>& out) {
  out.push_back({host, fmt::format("tcp_carried_ssthresh_dscp{}", one.dscp), "segments",
                 static_cast<double>(one.ssthresh)});
}

}  // namespace seawind
