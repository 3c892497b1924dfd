// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/core/random.h"

namespace seawind {
namespace {

std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3;
  }
  return hash;
}

std::uint64_t splitmix64(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace

RandomStream::RandomStream(std::uint64_t seed, std::string_view name) : state_{} {
  // The name's hash is combined after one SplitMix64 step of the seed. Streams of neighbouring
  // seeds (0, 1, 2, ...) or similar names are therefore unrelated.
  std::uint64_t mixed = splitmix64(seed) ^ fnv1a(name);
  for (std::uint64_t& word : state_) word = splitmix64(mixed);
}

}  // namespace seawind
