// SPDX-License-Identifier: GPL-3.0-or-later
// Whole numbers from JSON of unknown origin. nlohmann's get<int>() converts values that do not fit:
// a fraction is truncated, and a value beyond the type's range is undefined behaviour.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

namespace seawind {

/// Returns the value, a whole number in the range of T. Throws nlohmann::json::type_error for any
/// other value. `Json` is a nlohmann::basic_json.
template <typename T, typename Json>
T whole_number(const Json& value) {
  if (value.is_number_unsigned()) {
    const auto number = value.template get<std::uint64_t>();
    if (std::in_range<T>(number)) return static_cast<T>(number);
  } else if (value.is_number_integer()) {
    const auto number = value.template get<std::int64_t>();
    if (std::in_range<T>(number)) return static_cast<T>(number);
  }
  throw nlohmann::json::type_error::create(302, "not a whole number that fits", &value);
}

}  // namespace seawind
