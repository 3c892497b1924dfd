// SPDX-License-Identifier: GPL-3.0-or-later
// Decodes UTF-8 texts that may contain invalid bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace seawind {

/// Some editors and spreadsheets write it at the beginning of a text.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct Character {
  std::optional<char32_t> code{};  // nothing: the byte does not begin a well-formed character
  std::size_t bytes = 1;
};

/// Decodes the first character of `text`, which must not be empty. Overlong forms, surrogates and
/// values above U+10FFFF are not well-formed (RFC 3629).
inline Character first_character(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  std::size_t size = 0;
  if (lead >= 0xc2 && lead <= 0xdf) size = 2;
  if (lead >= 0xe0 && lead <= 0xef) size = 3;
  if (lead >= 0xf0 && lead <= 0xf4) size = 4;
  if (size == 0 || text.size() < size) return {};
  char32_t code = lead & (0x7fU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return {};
    code = code << 6U | (byte(i) & 0x3fU);
  }
  const bool overlong = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
  if (overlong || (code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff) return {};
  return {code, size};
}

}  // namespace seawind
