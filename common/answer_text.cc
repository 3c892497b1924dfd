// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/answer_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/printable.h"

namespace seawind {

std::string answer_text(std::string_view text) {
  constexpr std::size_t kMax = 2400;
  constexpr std::size_t kLine = 400;
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string line = excerpt(text.substr(0, end), kLine);
    if (out.size() + line.size() > kMax) {
      const auto more = std::ranges::count(text, '\n') + 1;
      return out + fmt::format("\nand {} more problem{}", more, more == 1 ? "" : "s");
    }
    if (!out.empty()) out += '\n';
    out += line;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string log_text(std::string_view text) {
  std::string out;
  for (const char c : answer_text(text)) {
    if (c == '\n') {
      out += "; ";
    } else {
      out += c == '"' ? '\'' : c;
    }
  }
  return out;
}

}  // namespace seawind
