// SPDX-License-Identifier: GPL-3.0-or-later
// Distributions of delay and of its variation over the packets of one repetition. Memory does not
// grow with the log.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "common/event_log.h"
#include "controller/measure/metrics.h"

namespace seawind {

struct DelaySeries {
  std::string label;                              // of the flow
  std::vector<std::pair<double, double>> points;  // seconds, share of packets (0 to 1); ascending
};

/// Delays in the data's direction, and for streams their variation.
struct DelayDistributions {
  std::vector<DelaySeries> delay;
  std::vector<DelaySeries> ipdv;
};
/// Reads `log` to its end. Throws Error when it cannot be read or is truncated.
DelayDistributions read_delays(EventLogReader log, const std::vector<FlowSpec>& flows);

}  // namespace seawind
