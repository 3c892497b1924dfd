// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace seawind {

inline constexpr std::int64_t kMs = 1'000'000;
inline constexpr std::int64_t kSecond = 1'000 * kMs;
inline constexpr std::int64_t kRtt = 100 * kMs;  // of the flows in these tests

}  // namespace seawind
