// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/core/random.h"

#include "common/split_mix.h"

namespace seawind {
RandomStream::RandomStream(std::uint64_t seed, std::string_view name) : state_{} {
  // The name's hash is combined after one SplitMix64 step of the seed. Streams of neighbouring
  // seeds (0, 1, 2, ...) or similar names are therefore unrelated.
  const std::uint64_t mixed = split_mix(seed, 0) ^ name_hash(name);
  for (std::size_t i = 0; i < state_.size(); ++i) state_[i] = split_mix(mixed, i);
}

}  // namespace seawind
