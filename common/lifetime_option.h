// SPDX-License-Identifier: GPL-3.0-or-later
// The IP option of Lifetime Packet Discard (experiments B1.5): 8 bytes, how long a packet is of use
// and what may become of it then.
//
//   0  type: 158, "copied", an experimental number (RFC 4727); the study names none
//   1  length: 8
//   2  flags: 0x80 corruption tolerable, 0x40 data corrupted, 0x30 treatment when stale
//      (00 forward, 01 discard, 10 truncate to the headers), 0x08 slow; the rest is 0
//   3  reorder depth in packets (3 for TCP)
//   4  lifetime, 32 bits in network order, ms: below 65535 relative, counted from the sending, and
//      routers may decrement it; above 65535 the millisecond of the day (UTC) plus 65535
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace seawind {

struct LifetimeOption {
  static constexpr std::uint8_t kType = 158;
  static constexpr std::uint8_t kLength = 8;
  static constexpr std::uint32_t kAbsolute = 65535;  // from here on an instant, not a duration
  enum class Stale : std::uint8_t { kForward = 0, kDiscard = 1, kTruncate = 2 };

  bool corruption_tolerable = false;
  bool data_corrupted = false;
  Stale stale = Stale::kForward;
  bool slow = false;
  std::uint8_t reorder_depth = 0;
  std::uint32_t lifetime_ms = 0;  // as on the wire

  bool operator==(const LifetimeOption&) const = default;

  constexpr std::array<std::uint8_t, kLength> bytes() const {
    const auto flags =
        static_cast<std::uint8_t>((corruption_tolerable ? 0x80 : 0) | (data_corrupted ? 0x40 : 0) |
                                  (static_cast<unsigned>(stale) << 4U) | (slow ? 0x08 : 0));
    return {kType,
            kLength,
            flags,
            reorder_depth,
            static_cast<std::uint8_t>(lifetime_ms >> 24U),
            static_cast<std::uint8_t>(lifetime_ms >> 16U),
            static_cast<std::uint8_t>(lifetime_ms >> 8U),
            static_cast<std::uint8_t>(lifetime_ms)};
  }

  /// The option at the beginning of `data`; nothing if it is another one, is cut, or has the
  /// treatment 11, which means nothing.
  static constexpr std::optional<LifetimeOption> parse(std::span<const std::uint8_t> data) {
    if (data.size() < kLength || data[0] != kType || data[1] != kLength) return std::nullopt;
    const std::uint8_t treatment = (data[2] >> 4U) & 3U;
    if (treatment == 3) return std::nullopt;
    return LifetimeOption{.corruption_tolerable = (data[2] & 0x80U) != 0,
                          .data_corrupted = (data[2] & 0x40U) != 0,
                          .stale = static_cast<Stale>(treatment),
                          .slow = (data[2] & 0x08U) != 0,
                          .reorder_depth = data[3],
                          .lifetime_ms = std::uint32_t{data[4]} << 24U |
                                         std::uint32_t{data[5]} << 16U |
                                         std::uint32_t{data[6]} << 8U | std::uint32_t{data[7]}};
  }
};

}  // namespace seawind
