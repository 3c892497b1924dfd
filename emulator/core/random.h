// SPDX-License-Identifier: GPL-3.0-or-later
// Random streams: one 64-bit seed per repetition, a substream per model by name, so that adding a
// model never shifts another. The generator is xoshiro256++ (Blackman, Vigna 2019), seeded by
// SplitMix64 over the seed and the FNV-1a hash of the name; both are fixed here so that a seed
// means the same channel on every machine.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace seawind {

class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::string_view name);

  std::uint64_t next();
  /// Uniform in [0, 1) with 53 bits.
  double uniform();

 private:
  std::array<std::uint64_t, 4> state_;
};

}  // namespace seawind
