// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>

#include "common/time.h"

namespace seawind::test {

constexpr Time at_ms(std::integral auto n) {
  return Time() + Duration::milliseconds(n);
}
constexpr Time at_ms(double n) {
  return Time::from_ns(static_cast<std::int64_t>(n * 1e6));
}

}  // namespace seawind::test
