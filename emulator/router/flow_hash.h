// SPDX-License-Identifier: GPL-3.0-or-later
// Identifies the flow of a packet: a hash of addresses, protocol and ports (without ports for a
// later fragment). `seed` keys the hash, so that the flows that share a queue differ between
// repetitions but not between runs of one repetition. The hash is SplitMix64's mixer over the words
// of the tuple. It is not cryptographic, since an emulator has no adversary.
#pragma once

#include <cstdint>

#include "emulator/core/packet.h"

namespace seawind {

std::uint64_t flow_hash(const Packet& packet, std::uint64_t seed);

/// Maps `hash` uniformly to [0, queues), by multiply and shift (without modulo bias).
inline std::uint32_t queue_of(std::uint64_t hash, std::uint32_t queues) {
  return static_cast<std::uint32_t>(((hash >> 32) * queues) >> 32);
}

}  // namespace seawind
