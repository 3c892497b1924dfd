// SPDX-License-Identifier: GPL-3.0-or-later
// A traffic meter at the entry of a class, and the action for each colour. Plain values.
#pragma once

#include <cstdint>
#include <optional>

namespace seawind {

enum class MeterKind {
  kTokenBucket,      // committed rate and burst: green or red
  kSingleRateThree,  // srTCM, RFC 2697: cir, cbs, ebs
  kTwoRateThree,     // trTCM, RFC 2698: cir, cbs, pir, pbs
};
/// Without an action the packet passes and is only counted.
struct ColourAction {
  bool drop = false;                       // police
  std::optional<std::uint8_t> set_dscp{};  // re-mark
};
struct MeterConfig {
  MeterKind kind = MeterKind::kTokenBucket;
  std::int64_t committed_rate = 0;   // bit/s
  std::int64_t committed_burst = 0;  // bytes
  std::int64_t excess_burst = 0;     // bytes; srTCM
  std::int64_t peak_rate = 0;        // bit/s; trTCM
  std::int64_t peak_burst = 0;       // bytes; trTCM
  bool colour_aware = false;         // AFx1 green, AFx2 yellow, AFx3 red; the rest green
  ColourAction green{};
  ColourAction yellow{};
  ColourAction red{};
};

}  // namespace seawind
