// SPDX-License-Identifier: GPL-3.0-or-later
// Packets and bytes by drop reason, and the reference's two kinds of drops (B5): congestion drops
// (queues, active queue management, policing) and error drops (the channel).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "common/event_log.h"
#include "controller/measure/metrics.h"

namespace seawind {

struct PacketCount {
  std::int64_t packets = 0;
  std::int64_t bytes = 0;
  void add(std::int64_t size) { ++packets, bytes += size; }
};
using DropCounts = std::array<PacketCount, kDropReasons>;

/// The kind of a drop reason. kOther: a filter, a limit of the link, or intended by the experiment.
enum class DropKind { kCongestion, kError, kOther };
DropKind kind_of(DropReason reason);

/// Appends PREFIXcongestion, PREFIXerror and PREFIXother (packets). Appends PREFIX<reason>
/// (packets) and PREFIX<reason>_bytes for the reasons that occurred and for those of every report
/// (router_full, error_loss, oversize, malformed). A reason without a row is 0.
void report_drops(const std::string& flow, const std::string& prefix, const DropCounts& drops,
                  std::vector<MetricValue>& out);

}  // namespace seawind
