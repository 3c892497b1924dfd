// SPDX-License-Identifier: GPL-3.0-or-later
// A workload's flow as a fluid.
#pragma once

#include <cstdint>

#include "workloads/api/agent.pb.h"

namespace seawind {

inline double in_seconds(std::int64_t ns) {
  return static_cast<double>(ns) / 1e9;
}

struct Fluid {
  bool downlink = true;
  double start = 0;    // s, link time
  double bytes = 0;    // IP bytes that share the link with others; 0: none
  double rate = 0;     // bit/s it takes ahead of them while it lasts; 0: none
  double lasts = 0;    // s it lasts whatever happens (datagrams, programs)
  double waits = 0;    // s beyond its bytes: handshakes, slow start, thinking
  double lingers = 0;  // s after its end in which the receiver waits for what is late
  double packets = 0;  // of data
  double sampled = 0;  // s between TCP_INFO samples; 0: none
  double lines = 0;    // in the logs of both ends, besides the samples
};

/// `round_trip`: s; `mtu`: bytes. `start`: s after the beginning of the link.
Fluid fluid_of(const Flow& flow, double start, double round_trip, double mtu);

}  // namespace seawind
