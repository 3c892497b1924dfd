// SPDX-License-Identifier: GPL-3.0-or-later
// UDP at planned instants, without congestion control (experiments B3, UDP-m): constant bit rate in
// bursts, ON/OFF, variable bit rate. The source sends every packet at its planned instant. It sends
// a late packet at once and skips none. Each packet has a sequence number and its sending instant.
// The sink logs arrivals and ends when it has all packets, or `drain` after the planned instant of
// the last one. Losses are not a failure of either end.
//
// Packet: sequence number, then CLOCK_MONOTONIC of the sending in ns, each 8 bytes in network
// order; the rest is filled with 'w'. The timestamps are comparable only if both ends are on one
// machine.
#pragma once

#include "workloads/control.h"
#include "workloads/flow_options.h"
#include "workloads/outcome.h"
#include "workloads/stream_schedule.h"

namespace seawind {

struct StreamOptions : FlowOptions {
  StreamShape shape;
  std::int64_t lifetime = 0;  // ns; 0: no option in the packets
  std::string stale = "discard";
  std::int64_t drain = 10'000'000'000;  // ns
};

Outcome run_stream_source(const StreamOptions& options, Control& control);
Outcome run_stream_sink(const StreamOptions& options, Control& control);

}  // namespace seawind
