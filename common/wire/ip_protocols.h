// SPDX-License-Identifier: GPL-3.0-or-later
// Protocol numbers that models distinguish (IANA, "Assigned Internet Protocol Numbers").
#pragma once

#include <cstdint>

namespace seawind::ip_protocol {

inline constexpr std::uint8_t kIcmp = 1, kTcp = 6, kUdp = 17, kDccp = 33, kIcmp6 = 58, kSctp = 132,
                              kUdpLite = 136;

}  // namespace seawind::ip_protocol
