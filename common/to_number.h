// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace seawind {

/// Parses all of `text` as std::from_chars() does: without blanks, without a plus sign, without a
/// minus sign if Number has none. Returns nothing for any other text, and for a number out of
/// Number's range. `form`: the base of an integer (else 10), or a std::chars_format.
template <class Number, class... Form>
std::optional<Number> to_number(std::string_view text, Form... form) {
  Number out{};
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, out, form...);
  if (read.ec != std::errc() || read.ptr != end) return {};
  return out;
}

}  // namespace seawind
