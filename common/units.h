// SPDX-License-Identifier: GPL-3.0-or-later
// Values with units as users write them: "64kbit/s", "300ms", "12000B", "20pkt", "60%".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/params.pb.h"

namespace seawind {

struct Quantity {
  std::optional<double> value;
  std::string problem;
};
/// Parses `text` as a value of `unit` in its base unit (ns, bit/s, bytes, packets; PROBABILITY as a
/// fraction; NONE as a plain number). On failure `problem` gives the error and the correct form
/// ("needs a unit: 300ms, 0.3s").
Quantity parse_quantity(std::string_view text, Unit unit);

/// The shortest exact text: 64kbit/s, 300ms, 12000B, 20pkt, 0.6. Durations that are no multiple of
/// a larger unit are written as decimals once the number is long: 1.513475993s.
std::string format_quantity(double value, Unit unit);

/// A measured value for readers: three significant digits, or all digits before the point of a
/// number from 1000 to 2^53: 0.0123, 84.2, 1550.
std::string short_number(double value);

/// A measured duration for readers, with three significant digits: 999ns, 84.3us, 1.25ms, 20s.
std::string short_duration(std::int64_t ns);

/// Seconds as a clock shows them: 0:07, 12:30, 1:02:03. Not negative.
std::string clock_text(double seconds);

/// Empty if `text` is a whole number from 0 to 2^64 - 1 in decimal digits; otherwise why not. For
/// options of the command line: CLI11 alone changes negative and too large numbers.
std::string seed_problem(const std::string& text);

/// The unit's names in YAML, smallest first: ns, us, ms, s, min, h. Empty for NONE and PROBABILITY.
std::vector<std::string> unit_names(Unit unit);

}  // namespace seawind
