// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/traces/delivery_trace.h"

#include <charconv>

namespace seawind {

TraceResult<std::vector<std::int64_t>> parse_delivery_trace(std::string_view text) {
  TraceResult<std::vector<std::int64_t>> result;
  int number = 0;
  const auto problem = [&](int line, std::string message) {
    result.problems.push_back({line, std::move(message)});
  };
  while (auto line = take_line(text)) {
    ++number;
    if (result.problems.size() == kMaxProblems) return result;
    if (line->empty()) {
      problem(number, "an empty line: each line is one number of milliseconds");
      continue;
    }
    std::int64_t ms = 0;
    const auto [end, error] = std::from_chars(line->data(), line->data() + line->size(), ms);
    if (error != std::errc() || end != line->data() + line->size() || ms < 0 ||
        ms > kLastDeliveryMs) {
      problem(number, in_quotes(*line) + " is not a number of milliseconds from 0 to " +
                          std::to_string(kLastDeliveryMs));
      continue;
    }
    if (!result.value.empty() && ms < result.value.back()) {
      problem(number, std::to_string(ms) + " ms comes after " +
                          std::to_string(result.value.back()) + " ms: times may not decrease");
      continue;
    }
    result.value.push_back(ms);
  }
  if (!result.ok()) return result;
  if (result.value.empty()) {
    problem(0, "no lines: a delivery trace needs at least one number of milliseconds");
  } else if (result.value.back() == 0) {
    problem(number, "the last time is 0 ms: it is the trace's period and must be above 0");
  }
  return result;
}

}  // namespace seawind
