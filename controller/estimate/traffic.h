// SPDX-License-Identifier: GPL-3.0-or-later
// A flow of a workload as a fluid.
#pragma once

#include <cstdint>

#include "workloads/api/agent.pb.h"

namespace seawind {

inline double in_seconds(std::int64_t ns) {
  return static_cast<double>(ns) / 1e9;
}

struct Fluid {
  bool downlink = true;
  double start = 0;  // s, link time
  double bytes = 0;  // IP bytes that share the link with other flows; 0: none
  double rate = 0;   // bit/s with priority over shared bytes while the flow lasts; 0: none
  double lasts = 0;  // fixed duration in s
  double greedy_packet_bytes = 0;  // IP bytes of each packet of a flow that takes what the link
                                   // gives while it lasts; 0: the flow's packets are known
  double extra_seconds = 0;        // in addition to its bytes: handshakes, slow start, think times
  double drain_seconds = 0;        // after its end, in which the receiver waits for late packets
  double packets = 0;              // data packets, if they are known
  double sampled = 0;              // s between TCP_INFO samples; 0: none
  double lines = 0;                // in the logs of both ends, without samples
};

/// `start`: s after the beginning of the link; `round_trip`: s; `mtu`: bytes.
Fluid fluid_of(const Flow& flow, double start, double round_trip, double mtu);

}  // namespace seawind
