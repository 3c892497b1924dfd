// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/printable.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/utf8.h"

namespace seawind {
namespace {

bool is_control(char32_t c) {
  if (c == '\n' || c == '\t') return false;
  const bool steers = c < 0x20 || (c >= 0x7f && c <= 0x9f) || c == 0x2028 || c == 0x2029;
  const bool turns = c == 0x061c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) ||
                     (c >= 0x2066 && c <= 0x2069);
  return steers || turns;
}

}  // namespace

bool is_printable(std::string_view text) {
  while (!text.empty()) {
    const Character c = first_character(text);
    if (!c.code || is_control(*c.code)) return false;
    text.remove_prefix(c.bytes);
  }
  return true;
}

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Character c = first_character(text);
    if (!c.code) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    } else if (is_control(*c.code)) {
      out += *c.code < 0x100 ? fmt::format("\\x{:02x}", static_cast<unsigned>(*c.code))
                             : fmt::format("\\u{:04x}", static_cast<unsigned>(*c.code));
    } else {
      out += text.substr(0, c.bytes);
    }
    text.remove_prefix(c.bytes);
  }
  return out;
}

std::string excerpt(std::string_view text, std::size_t most) {
  std::string whole = printable(text.substr(0, most + 4));
  if (text.size() <= most && whole.size() <= most) return whole;
  std::size_t end = std::min(most, whole.size());
  while (end > 0 && (static_cast<unsigned char>(whole[end]) & 0xc0U) == 0x80U) --end;
  return whole.substr(0, end) + "...";
}

}  // namespace seawind
