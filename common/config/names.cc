// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/config/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "common/printable.h"
#include "common/utf8.h"

namespace seawind::config {
namespace {

constexpr std::pair<char32_t, char32_t> kLetters[] = {
    {'A', 'Z'},       {'a', 'z'},       {0xc0, 0xd6},     {0xd8, 0xf6}, {0xf8, 0x24f},  // Latin
    {0x386, 0x386},   {0x388, 0x3ff},                                                   // Greek
    {0x400, 0x481},   {0x48a, 0x52f},                                                   // Cyrillic
    {0x3041, 0x3096}, {0x30a1, 0x30fa}, {0x30fc, 0x30fc},                               // kana
    {0x4e00, 0x9fff}, {0xac00, 0xd7a3}};  // Han, Hangul

bool is_letter(char32_t c, NameKind kind) {
  const auto in = [c](const auto& range) { return c >= range.first && c <= range.second; };
  const auto end = kind == PLAIN_NAME ? std::begin(kLetters) + 2 : std::end(kLetters);
  return std::any_of(std::begin(kLetters), end, in);
}

bool is_digit(char32_t c) {
  return c >= '0' && c <= '9';
}

bool is_name(std::string_view text, NameKind kind) {
  if (text.empty() || text.back() == ' ') return false;
  std::size_t characters = 0;
  for (; !text.empty(); ++characters) {
    const Character c = first_character(text);
    if (!c.code || characters == kLongestName) return false;
    const bool inside =
        *c.code == '.' || *c.code == '-' || (kind == NAME && (*c.code == ' ' || *c.code == '+'));
    const bool anywhere = *c.code == '_' || is_digit(*c.code) || is_letter(*c.code, kind);
    if (!anywhere && !(inside && characters > 0)) return false;
    text.remove_prefix(c.bytes);
  }
  return true;
}

}  // namespace

std::string_view name_rule(NameKind kind) {
  return kind == PLAIN_NAME ? "1 to 64 letters (A-Z), digits, `.`, `_`, `-`; not `.` or `-` first"
                            : "1 to 64 letters, digits, spaces, `.`, `_`, `-`, `+`; a letter, a "
                              "digit or `_` first";
}

std::string name_problem(std::string_view text, NameKind kind) {
  if (kind == ANY_TEXT || is_name(text, kind)) return {};
  return fmt::format("`{}` is not a name: use {}", excerpt(text, 40), name_rule(kind));
}

std::string name_pattern(NameKind kind) {
  // The pattern excludes the forbidden ASCII characters, so that every byte of a longer character
  // passes.
  return kind == PLAIN_NAME ? "^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$"
                            : "^[^\\x00-/:-@\\[-^`{-\\x7f][^\\x00-\\x1f!-*,/:-@\\[-^`{-\\x7f]*$";
}

}  // namespace seawind::config
