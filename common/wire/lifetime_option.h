// SPDX-License-Identifier: GPL-3.0-or-later
// The IP option that gives a packet a lifetime (experiments B1.5.3; Gurtov, dissertation, 5.2):
//
//   0       1       2               3        4 .. 7
//   type    length  flags           reorder  lifetime in ms, big-endian
//   158     8       CDTTS000        depth
//
//   C  corruption is tolerable      TT  what to do when it is stale: 00 forward, 01 discard,
//   D  the data are corrupted           10 truncate, 11 (not assigned) forward
//                                   S   slow
//
//   lifetime below 65535: ms from the arrival at the router; from 65535 on: the time of day (UTC)
//   in ms plus 65535.
//
// Interpretation: the study assigns neither the type nor the order of the flags. The type is RFC
// 4727's experimental option 158 (copied into fragments). The flags have the order listed, from the
// highest bit. The study defines the option for IPv4 only.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "common/wire/network_order.h"

namespace seawind {

inline constexpr std::uint8_t kLifetimeOption = 158;
inline constexpr std::size_t kLifetimeOptionBytes = 8;
inline constexpr std::uint32_t kAbsoluteLifetime = 65535;

enum class StaleTreatment : std::uint8_t { kForward = 0, kDiscard = 1, kTruncate = 2 };

/// The fields that senders set and the router uses.
struct LifetimeOption {
  StaleTreatment stale = StaleTreatment::kForward;
  std::uint32_t lifetime = 0;  // as written

  bool absolute() const { return lifetime >= kAbsoluteLifetime; }
};

/// The other flags and the reorder depth are 0.
constexpr std::array<std::uint8_t, kLifetimeOptionBytes> write_lifetime_option(
    const LifetimeOption& option) {
  std::array<std::uint8_t, kLifetimeOptionBytes> bytes{kLifetimeOption, kLifetimeOptionBytes};
  bytes[2] = static_cast<std::uint8_t>(static_cast<unsigned>(option.stale) << 4U);
  write32(bytes, 4, option.lifetime);
  return bytes;
}

/// `bytes`: the option, kLifetimeOptionBytes of it.
constexpr LifetimeOption read_lifetime_option(std::span<const std::uint8_t> bytes) {
  const auto stale = static_cast<StaleTreatment>(bytes[2] >> 4U & 3U);
  return {.stale = stale > StaleTreatment::kTruncate ? StaleTreatment::kForward : stale,
          .lifetime = read32(bytes, 4)};
}

}  // namespace seawind
