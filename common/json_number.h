// SPDX-License-Identifier: GPL-3.0-or-later
// Whole numbers out of JSON that others wrote. nlohmann's get<int>() converts what does not fit:
// a fraction loses its digits, and one beyond the type's range is undefined behaviour.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

namespace seawind {

/// The value, which has to be a whole number that T holds: anything else throws
/// nlohmann::json::type_error. `Json` is a nlohmann::basic_json.
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
