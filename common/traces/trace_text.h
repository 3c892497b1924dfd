// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by the readers of trace files, which are pure functions from text to values and report all
// problems with line numbers. The caller adds the file name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace seawind {

struct TraceProblem {
  int line = 0;         // from 1; 0: the file as a whole
  std::string message;  // the error, and a correct form
  int column = 1;       // from 1, in bytes
};

/// `value` is valid only if there are no problems. Parsing stops after kMaxProblems problems.
template <typename T>
struct TraceResult {
  T value{};
  std::vector<TraceProblem> problems{};
  bool ok() const { return problems.empty(); }
};

inline constexpr std::size_t kMaxProblems = 20;

/// Removes the first line from `text` and returns it without its line end (\n or \r\n). Nothing if
/// `text` is empty. The last line may lack a line end.
std::optional<std::string_view> take_line(std::string_view& text);
std::string_view trimmed(std::string_view text);  // spaces and tabs at both ends
/// `text` in quotes for a message: at most 30 bytes, unprintable bytes as `?`.
std::string in_quotes(std::string_view text);

}  // namespace seawind
