// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/relay_bench/plan.h"

#include <fmt/format.h>

#include <cstdio>

#include "tests/bench/relay_bench/clocks.h"

namespace seawind::bench {

std::vector<RelayKind> with_floor(const Plan& plan) {
  std::vector<RelayKind> kinds{RelayKind{}};
  kinds.insert(kinds.end(), plan.relays.begin(), plan.relays.end());
  return kinds;
}

void progress(const std::string& text) {
  static const auto start = monotonic_ns();
  fmt::print(stderr, "[{:5.0f} s] {}\n", static_cast<double>(monotonic_ns() - start) / 1e9, text);
}

}  // namespace seawind::bench
