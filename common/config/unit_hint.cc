// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/config/unit_hint.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/diagnostics.h"
#include "common/units.h"

namespace seawind::config {

namespace {

/// Other notations of a unit, in lower case.
struct OtherNotation {
  std::string_view text;
  Unit unit;
  std::string_view name;
};
constexpr OtherNotation kOtherNotations[] = {{"bps", BIT_RATE, "bit/s"},
                                             {"b/s", BIT_RATE, "bit/s"},
                                             {"bits/s", BIT_RATE, "bit/s"},
                                             {"bit", BIT_RATE, "bit/s"},
                                             {"kbps", BIT_RATE, "kbit/s"},
                                             {"kb/s", BIT_RATE, "kbit/s"},
                                             {"kbits/s", BIT_RATE, "kbit/s"},
                                             {"kbit", BIT_RATE, "kbit/s"},
                                             {"mbps", BIT_RATE, "Mbit/s"},
                                             {"mb/s", BIT_RATE, "Mbit/s"},
                                             {"mbits/s", BIT_RATE, "Mbit/s"},
                                             {"mbit", BIT_RATE, "Mbit/s"},
                                             {"gbps", BIT_RATE, "Gbit/s"},
                                             {"gb/s", BIT_RATE, "Gbit/s"},
                                             {"gbits/s", BIT_RATE, "Gbit/s"},
                                             {"gbit", BIT_RATE, "Gbit/s"},
                                             {"sec", DURATION, "s"},
                                             {"secs", DURATION, "s"},
                                             {"second", DURATION, "s"},
                                             {"seconds", DURATION, "s"},
                                             {"msec", DURATION, "ms"},
                                             {"msecs", DURATION, "ms"},
                                             {"usec", DURATION, "us"},
                                             {"usecs", DURATION, "us"},
                                             {"\u00b5s", DURATION, "us"},
                                             {"m", DURATION, "min"},
                                             {"mins", DURATION, "min"},
                                             {"minute", DURATION, "min"},
                                             {"minutes", DURATION, "min"},
                                             {"hour", DURATION, "h"},
                                             {"hours", DURATION, "h"},
                                             {"byte", BYTES, "B"},
                                             {"bytes", BYTES, "B"},
                                             {"k", BYTES, "kB"},
                                             {"m", BYTES, "MB"},
                                             {"g", BYTES, "GB"},
                                             {"ki", BYTES, "KiB"},
                                             {"mi", BYTES, "MiB"},
                                             {"gi", BYTES, "GiB"},
                                             {"p", PACKETS, "pkt"},
                                             {"pkts", PACKETS, "pkt"},
                                             {"packet", PACKETS, "pkt"},
                                             {"packets", PACKETS, "pkt"}};

/// The unit's own notation of a suffix; empty: none.
std::string_view known_name(std::string_view suffix, Unit unit) {
  // MB/s and kB/s count bytes; rates count bits.
  if (unit == BIT_RATE && suffix.find('B') != std::string_view::npos) return {};
  const std::string wanted = lower(suffix);
  for (const OtherNotation& other : kOtherNotations)
    if (other.unit == unit && other.text == wanted) return other.name;
  return {};
}

std::string suggested_quantity(const std::string& number, std::string_view name, Unit unit) {
  const std::string suggestion = fmt::format("{}{}", number, name);
  if (!parse_quantity(suggestion, unit).value) return {};
  return fmt::format("did you mean `{}`?", suggestion);
}

/// For a number with a suffix.
std::string notation_hint(const std::string& text, Unit unit) {
  const std::size_t end = text.find_last_of("0123456789.") + 1;  // npos + 1 is 0
  const std::size_t start = text.find_first_not_of(' ', end);
  if (end == 0 || start == std::string::npos) return {};
  const std::string number = text.substr(0, text.find_last_not_of(' ', end - 1) + 1);
  const std::string_view suffix = std::string_view(text).substr(start);
  for (const std::string& name : unit_names(unit))
    if (lower(name) == lower(suffix)) return suggested_quantity(number, name, unit);
  const std::string_view name = known_name(suffix, unit);
  return name.empty() ? std::string() : suggested_quantity(number, name, unit);
}

}  // namespace

std::string unit_hint(const std::string& text, const Param& rules, Unit unit) {
  if (!parse_quantity(text, NONE).value) return notation_hint(text, unit);
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
  return suggested_quantity(text, name, unit);
}

}  // namespace seawind::config
