// SPDX-License-Identifier: GPL-3.0-or-later
// The IP option of Lifetime Packet Discard, as senders set it (experiments B1.5);
// emulator/link/stages/lifetime_option.h has its layout and reads it.
#pragma once

#include <array>
#include <cstdint>

namespace seawind {

enum class StaleTreatment : std::uint8_t { kForward = 0, kDiscard = 1, kTruncate = 2 };

/// Type 158, length 8, the treatment in the flags, reorder depth 0, the lifetime counted from the
/// arrival at the router: `ms` is below 65535.
constexpr std::array<std::uint8_t, 8> lifetime_option_bytes(StaleTreatment stale,
                                                            std::uint32_t ms) {
  return {158,
          8,
          static_cast<std::uint8_t>(static_cast<unsigned>(stale) << 4U),
          0,
          static_cast<std::uint8_t>(ms >> 24U),
          static_cast<std::uint8_t>(ms >> 16U),
          static_cast<std::uint8_t>(ms >> 8U),
          static_cast<std::uint8_t>(ms)};
}

}  // namespace seawind
