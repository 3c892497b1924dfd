// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/traces/trace_text.h"

namespace seawind {

std::optional<std::string_view> take_line(std::string_view& text) {
  if (text.empty()) return {};
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kShown = 30;
  std::string shown = "`";
  for (const char c : text.substr(0, kShown)) shown += c >= ' ' && c <= '~' ? c : '?';
  return shown + (text.size() > kShown ? "...`" : "`");
}

}  // namespace seawind
