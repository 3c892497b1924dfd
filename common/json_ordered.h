// SPDX-License-Identifier: GPL-3.0-or-later
// JSON of unknown origin with the order of its keys.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

namespace seawind {

/// Keys of one object. nlohmann::ordered_json compares a new key with all others of its object, so
/// that the time grows with the square of their number.
inline constexpr std::size_t kMaxOrderedKeys = 100;
/// Levels. A value is copied and printed recursively.
inline constexpr std::size_t kDeepestOrdered = 100;

/// A discarded value when `text` is not JSON, or it is nested deeper than kDeepestOrdered, or an
/// object has more than kMaxOrderedKeys keys. A key that is repeated counts each time.
inline nlohmann::ordered_json parse_ordered(std::string_view text) {
  using Value = nlohmann::ordered_json;
  std::vector<std::size_t> keys;  // of the open object at each depth
  bool too_large = false;
  const auto count = [&](int depth, Value::parse_event_t event, const Value&) {
    const auto at = static_cast<std::size_t>(depth);
    too_large |= at > kDeepestOrdered;
    if (too_large) return false;
    if (event == Value::parse_event_t::object_start) {
      keys.resize(at + 1);
      keys.push_back(0);
    }
    if (event == Value::parse_event_t::key && ++keys[at] > kMaxOrderedKeys) too_large = true;
    return !too_large;
  };
  Value read = Value::parse(text, count, false);
  if (too_large) return Value::value_t::discarded;
  return read;
}

}  // namespace seawind
