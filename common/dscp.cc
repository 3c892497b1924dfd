// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/dscp.h"

#include <utility>

#include "common/to_number.h"

namespace seawind {

std::optional<std::uint8_t> dscp_of(std::string_view text) {
  static constexpr std::pair<std::string_view, std::uint8_t> kNames[] = {
      {"BE", 0}, {"DF", 0}, {"LE", 1}, {"VA", 44}, {"EF", 46}};
  for (const auto& [name, number] : kNames) {
    if (text == name) return number;
  }
  const auto digit = [&](std::size_t at, int most) {
    return text[at] >= '0' && text[at] <= '0' + most ? text[at] - '0' : -1;
  };
  if (text.size() == 3 && text.starts_with("CS") && digit(2, 7) >= 0) {
    return static_cast<std::uint8_t>(8 * digit(2, 7));
  }
  if (text.size() == 4 && text.starts_with("AF") && digit(2, 4) > 0 && digit(3, 3) > 0) {
    return static_cast<std::uint8_t>(8 * digit(2, 4) + 2 * digit(3, 3));
  }
  const auto number = to_number<std::uint8_t>(text);
  return number && *number <= 63 ? number : std::nullopt;
}

}  // namespace seawind
