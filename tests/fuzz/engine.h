// SPDX-License-Identifier: GPL-3.0-or-later
// A hop in virtual time under traffic drawn from a seed, with packet accounting. For targets whose
// input is a configuration.
#pragma once

#include "emulator/link/hop_config.h"

namespace seawind::fuzz {

struct Run {
  int packets = 1000;
  std::uint64_t seed = 1;
  const HopConfig* change = nullptr;  // taken over after half of the packets
};

/// Sends the packets in bursts in both directions, then runs a bounded number of events. Checks for
/// packets and bytes of each direction: received + generated = delivered + dropped + held.
void run_engine(const HopConfig& config, const Run& run);

}  // namespace seawind::fuzz
