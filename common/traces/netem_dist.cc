// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/traces/netem_dist.h"

#include "common/to_number.h"

namespace seawind {

TraceResult<std::vector<std::int16_t>> parse_netem_dist(std::string_view text) {
  TraceResult<std::vector<std::int16_t>> result;
  int number = 0;
  while (auto line = take_line(text)) {
    ++number;
    std::string_view rest = line->substr(0, line->find('#'));
    constexpr const char* kBlank = " \t\v\f\r";
    while (true) {
      const std::size_t begin = rest.find_first_not_of(kBlank);
      if (begin == std::string_view::npos) break;
      rest.remove_prefix(begin);
      const std::string_view word = rest.substr(0, rest.find_first_of(kBlank));
      rest.remove_prefix(word.size());
      if (const auto value = to_number<std::int16_t>(word)) {
        if (result.value.size() == kMaxNetemEntries) {
          result.problems.push_back({number, "more than 16384 entries"});
          return result;
        }
        result.value.push_back(*value);
      } else {
        result.problems.push_back(
            {number, in_quotes(word) + " is not an integer from -32768 to 32767"});
        if (result.problems.size() == kMaxProblems) return result;
      }
    }
  }
  if (result.ok() && result.value.empty()) {
    result.problems.push_back({0, "no entries: a distribution table needs at least one integer"});
  }
  return result;
}

}  // namespace seawind
