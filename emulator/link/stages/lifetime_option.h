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

#include <cstdint>
#include <optional>

#include "common/time.h"
#include "emulator/core/packet.h"

namespace seawind {

inline constexpr std::uint8_t kLifetimeOption = 158;
inline constexpr std::uint32_t kAbsoluteLifetime = 65535;

/// The fields that the router uses.
struct LifetimeOption {
  enum class Stale : std::uint8_t { kForward = 0, kDiscard = 1, kTruncate = 2 };
  Stale stale = Stale::kForward;
  std::uint32_t lifetime = 0;  // as written

  bool absolute() const { return lifetime >= kAbsoluteLifetime; }
};

/// Returns nothing if the option is absent or malformed: a length other than 8, an options field
/// that ends before it, or a time of day beyond 24 hours.
std::optional<LifetimeOption> lifetime_option(const Packet& packet);

/// The remaining lifetime; negative once expired. `waited`: time since the arrival; `of_day`: the
/// current time of day. An absolute lifetime is resolved to the instant nearest to now, at most 12
/// hours away.
Duration remaining(const LifetimeOption& option, Duration waited, Duration of_day);

}  // namespace seawind
