// SPDX-License-Identifier: GPL-3.0-or-later
// What the readers of trace files have in common: pure functions from text to values, all problems
// with their lines. Who reads the file adds its name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace seawind {

struct TraceProblem {
  int line = 0;         // from 1; 0: the file as a whole
  std::string message;  // what is wrong, and what would be right
};

/// `value` is meaningful when there is no problem. After kMostProblems the rest is not looked at.
template <typename T>
struct TraceResult {
  T value{};
  std::vector<TraceProblem> problems{};
  bool ok() const { return problems.empty(); }
};

inline constexpr std::size_t kMostProblems = 20;

/// The next line of `text` (without its end, \n or \r\n), which is taken off; nothing at the end. A
/// last line need not end.
std::optional<std::string_view> take_line(std::string_view& text);
std::string_view trimmed(std::string_view text);  // spaces and tabs at both ends
/// What a message shows of a text: in quotes, at most 30 bytes of it, unprintable ones as ?.
std::string in_quotes(std::string_view text);

}  // namespace seawind
