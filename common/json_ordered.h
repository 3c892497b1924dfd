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
/// Values, each of which takes some 16 to 100 bytes of memory.
inline constexpr std::size_t kMostOrderedValues = 4'000'000;

/// Stops where a value is nested too deep, an object has too many keys, or there are too many
/// values.
class OrderedLimits final : public nlohmann::json_sax<nlohmann::ordered_json> {
 public:
  bool null() override { return count(); }
  bool boolean(bool) override { return count(); }
  bool number_integer(number_integer_t) override { return count(); }
  bool number_unsigned(number_unsigned_t) override { return count(); }
  bool number_float(number_float_t, const string_t&) override { return count(); }
  bool string(string_t&) override { return count(); }
  bool binary(binary_t&) override { return count(); }
  bool start_object(std::size_t) override { return begin(); }
  bool start_array(std::size_t) override { return begin(); }
  bool key(string_t&) override { return ++keys_.back() <= kMaxOrderedKeys; }
  bool end_object() override { return end(); }
  bool end_array() override { return end(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

 private:
  bool begin() {
    keys_.push_back(0);
    return keys_.size() <= kDeepestOrdered + 1 && count();
  }
  bool count() { return ++values_ <= kMostOrderedValues; }
  bool end() {
    keys_.pop_back();
    return true;
  }

  std::vector<std::size_t> keys_;  // of each open value
  std::size_t values_ = 0;
};

/// A discarded value when `text` is not JSON, or it is nested deeper than kDeepestOrdered, or it
/// has more than kMostOrderedValues values, or an object more than kMaxOrderedKeys keys. A key that
/// is repeated counts each time. The time grows with the size of `text`. nlohmann's parser with a
/// callback would, after each object, search all values beside it.
inline nlohmann::ordered_json parse_ordered(std::string_view text) {
  using Value = nlohmann::ordered_json;
  OrderedLimits limits;
  if (!Value::sax_parse(text, &limits)) return Value::value_t::discarded;
  return Value::parse(text, nullptr, false);
}

}  // namespace seawind
