// SPDX-License-Identifier: GPL-3.0-or-later
// The flow a packet belongs to, as one number: a hash of addresses, protocol and ports (a later
// fragment: without ports), keyed by `seed` so that which flows share a queue differs between
// repetitions and not between runs of one. SplitMix64's mixer over the words of the tuple; not
// cryptographic: nobody attacks an emulator.
#pragma once

#include <cstdint>

#include "emulator/core/packet.h"

namespace seawind {

std::uint64_t flow_hash(const Packet& packet, std::uint64_t seed);

/// An even share of [0, queues) (multiply and shift: no bias of a modulo).
inline std::uint32_t queue_of(std::uint64_t hash, std::uint32_t queues) {
  return static_cast<std::uint32_t>(((hash >> 32) * queues) >> 32);
}

}  // namespace seawind
