// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/cli/durations.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>

#include "common/units.h"

namespace seawind {
namespace {

// Limit of the relay daemon.
constexpr std::chrono::milliseconds kShortest{10};
constexpr std::chrono::hours kLongest{1};

}  // namespace

std::chrono::nanoseconds duration_of(const char* option, const std::string& text) {
  const Quantity quantity = parse_quantity(text, DURATION);
  if (!quantity.value) throw CLI::ValidationError(option, quantity.problem);
  if (*quantity.value < 0)
    throw CLI::ValidationError(option, fmt::format("`{}` is negative", text));
  return std::chrono::nanoseconds(std::llround(*quantity.value));
}

std::chrono::milliseconds watch_interval(const std::string& text) {
  const auto interval =
      std::chrono::ceil<std::chrono::milliseconds>(duration_of("--interval", text));
  if (interval < kShortest || interval > kLongest)
    throw CLI::ValidationError("--interval", fmt::format("{} is not between 10ms and 1h", text));
  return interval;
}

}  // namespace seawind
