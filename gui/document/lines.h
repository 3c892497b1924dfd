// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of a text.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "gui/document/layout.h"

namespace seawind::gui {

/// The lines of a block without their line breaks and without blank lines at the end.
inline std::vector<std::string> lines_of(const std::string& block) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < block.size();) {
    const std::size_t end = std::min(block.find('\n', at), block.size());
    std::string line = block.substr(at, end - at);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(std::move(line));
    at = end + 1;
  }
  while (!lines.empty() && lines.back().find_first_not_of(" \t") == std::string::npos) {
    lines.pop_back();
  }
  return lines;
}

inline std::string trimmed_right(std::string text) {
  const std::size_t last = text.find_last_not_of(" \t");
  text.resize(last == std::string::npos ? 0 : last + 1);
  return text;
}

/// The start of the line after `at`, or the end of the text.
inline std::size_t next_line(std::string_view text, std::size_t at) {
  const std::size_t found = text.find('\n', at);
  return found == layout::kNowhere ? text.size() : found + 1;
}

/// The line that begins at `start`, without its line break.
inline std::string_view line_at(std::string_view text, std::size_t start) {
  return text.substr(start, layout::line_end(text, start) - start);
}

inline bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace seawind::gui
