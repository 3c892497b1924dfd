// SPDX-License-Identifier: GPL-3.0-or-later
// Sockets of UDP between the hosts of a bed.
#pragma once

#include <cstdint>

#include "tests/bench/relay_bench/bed.h"

namespace seawind::bench {

/// The two ends of a flow, each connected to the other: both use `port`. Receiving waits for at
/// most 5 ms. Throws Error.
struct UdpFlow {
  UdpFlow(const Bed& bed, std::uint16_t port);
  Fd fixed;
  Fd mobile;
};

}  // namespace seawind::bench
