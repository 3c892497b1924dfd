// Values with units as users write them: "64kbit/s", "300ms", "12000B", "20pkt", "60%".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "common/params.pb.h"

namespace seawind {

/// Reads `text` as a value of `unit`, in the unit's base (ns, bit/s, bytes, packets; PROBABILITY as
/// a fraction; NONE as a plain number). On failure the second member says what is wrong and what
/// would be right ("needs a unit: 300ms, 0.3s").
struct Quantity {
  std::optional<double> value;
  std::string problem;
};
Quantity parse_quantity(std::string_view text, Unit unit);

/// The shortest exact text: 64kbit/s, 300ms, 12000B, 20pkt, 0.6.
std::string format_quantity(double value, Unit unit);

}  // namespace seawind
