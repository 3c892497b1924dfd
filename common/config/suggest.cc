// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/config/suggest.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/diagnostics.h"
#include "common/units.h"

namespace seawind::config {

std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates) {
  const std::string_view best = nearest(word, candidates);
  return best.empty() ? std::string{} : fmt::format("did you mean `{}`?", best);
}

std::string unit_hint(const std::string& text, const Param& rules, Unit unit) {
  if (!parse_quantity(text, NONE).value) return {};
  const std::vector<std::string> names = unit_names(unit);
  if (names.empty()) return {};
  std::string_view name = names.front();
  if (unit == DURATION) {
    // "0s" or a map as example gives no scale: use seconds.
    const std::string_view example = rules.example();
    const std::size_t start = example.find_first_not_of("0123456789.");
    const std::string_view suffix = example.substr(std::min(start, example.size()));
    name = "s";
    for (const std::string& known : names) {
      if (known == suffix) name = known;
    }
  }
  const std::string suggestion = fmt::format("{}{}", text, name);
  if (!parse_quantity(suggestion, unit).value) return {};
  return fmt::format("did you mean `{}`?", suggestion);
}

}  // namespace seawind::config
