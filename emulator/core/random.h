// SPDX-License-Identifier: GPL-3.0-or-later
// Random streams. A repetition has one 64-bit seed; each model has a named substream, so adding a
// model does not change the draws of another. The generator is xoshiro256++ (Blackman, Vigna 2019),
// seeded by SplitMix64 from the seed and the FNV-1a hash of the name. Both algorithms are fixed
// here, so that a seed gives the same channel on every machine.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

namespace seawind {

class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::string_view name);

  std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }
  /// Uniform in [0, 1), 53 bits of resolution.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  std::array<std::uint64_t, 4> state_;
};

}  // namespace seawind
