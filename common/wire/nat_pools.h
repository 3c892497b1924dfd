// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace seawind {

/// The addresses of every NAT stage (docs/reference/path.md); they belong to no interface.
inline constexpr auto kNatPools = "100.64.0.0/16";
inline constexpr std::uint32_t kNatPoolsAddress = 100U << 24 | 64U << 16;  // in host byte order

/// Whether an IPv4 address belongs to a NAT stage.
inline bool in_nat_pools(std::string_view address) {
  return address.starts_with("100.64.");
}

}  // namespace seawind
