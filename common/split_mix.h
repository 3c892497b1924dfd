// SPDX-License-Identifier: GPL-3.0-or-later
// SplitMix64 (Steele, Lea, Flood 2014) and FNV-1a: the seeds of repetitions and of the streams of
// random values. They are fixed here, so that a seed gives the same campaign on every machine.
#pragma once

#include <cstdint>
#include <string_view>

namespace seawind {

/// The finalizer of SplitMix64: every bit of the result depends on every bit of `z`.
constexpr std::uint64_t mix_bits(std::uint64_t z) {
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

/// Output number `index` (from 0) of SplitMix64 started with `seed`.
constexpr std::uint64_t split_mix(std::uint64_t seed, std::uint64_t index) {
  return mix_bits(seed + (index + 1) * 0x9e3779b97f4a7c15U);
}

inline constexpr std::uint64_t kNameHashBasis = 0xcbf29ce484222325U;
/// FNV-1a, 64 bits; derives a separate stream of a seed for every name. `hash`: the hash of the
/// text before the name.
constexpr std::uint64_t name_hash(std::string_view name, std::uint64_t hash = kNameHashBasis) {
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

}  // namespace seawind
