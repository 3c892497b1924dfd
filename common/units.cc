// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/units.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <span>

#include "common/to_number.h"

namespace seawind {
namespace {

struct UnitName {
  std::string_view text;
  std::int64_t factor;  // base units in one of these
};

constexpr std::array kDurations{UnitName{"ns", 1},
                                UnitName{"us", 1'000},
                                UnitName{"ms", 1'000'000},
                                UnitName{"s", 1'000'000'000},
                                UnitName{"min", 60'000'000'000},
                                UnitName{"h", 3'600'000'000'000}};
constexpr std::array kBitRates{UnitName{"bit/s", 1}, UnitName{"kbit/s", 1'000},
                               UnitName{"Mbit/s", 1'000'000}, UnitName{"Gbit/s", 1'000'000'000}};
constexpr std::array kBytes{UnitName{"B", 1},          UnitName{"kB", 1'000},
                            UnitName{"MB", 1'000'000}, UnitName{"GB", 1'000'000'000},
                            UnitName{"KiB", 1 << 10},  UnitName{"MiB", 1 << 20},
                            UnitName{"GiB", 1 << 30}};
constexpr std::array kPackets{UnitName{"pkt", 1}};

std::span<const UnitName> names_of(Unit unit) {
  switch (unit) {
    case DURATION:
      return kDurations;
    case BIT_RATE:
      return kBitRates;
    case BYTES:
      return kBytes;
    case PACKETS:
      return kPackets;
    default:
      return {};
  }
}

std::string_view examples_of(Unit unit) {
  switch (unit) {
    case DURATION:
      return "300ms, 0.3s";
    case BIT_RATE:
      return "64kbit/s, 2Mbit/s";
    case BYTES:
      return "12000B, 12kB";
    case PACKETS:
      return "20pkt";
    case PROBABILITY:
      return "0.6, 60%";
    default:
      return "3";
  }
}

// A decimal number as written: sign, digits and a power of ten, so that parsing does not round.
struct Decimal {
  bool negative = false;
  __int128 digits = 0;
  int exponent = 0;
  std::size_t length = 0;  // characters it took; 0: there is no number
};

constexpr int kMaxDigits = 30;  // fits __int128 with room for a unit's factor
constexpr int kMaxExponent = 30;

Decimal read_decimal(std::string_view text) {
  Decimal d;
  std::size_t i = 0;
  if (i < text.size() && (text[i] == '-' || text[i] == '+')) d.negative = text[i++] == '-';
  int count = 0;
  bool point = false;
  bool any = false;
  for (; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '.' && !point) {
      point = true;
    } else if (c >= '0' && c <= '9') {
      any = true;
      if (d.digits == 0 && c == '0' && !point) continue;
      if (++count > kMaxDigits) return {};
      d.digits = d.digits * 10 + (c - '0');
      if (point) --d.exponent;
    } else {
      break;
    }
  }
  if (!any) return {};
  if (i + 1 < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    const std::size_t sign = text[i + 1] == '+' ? 1U : 0U;
    int power = 0;
    const auto [end, error] =
        std::from_chars(text.data() + i + 1 + sign, text.data() + text.size(), power);
    if (error == std::errc{} && power >= -kMaxExponent && power <= kMaxExponent) {
      d.exponent += power;
      i = static_cast<std::size_t>(end - text.data());
    }
  }
  d.length = i;
  return d;
}

// digits x 10^exponent x factor as an integer, or an error.
Quantity whole(const Decimal& d, std::int64_t factor, std::string_view text, Unit unit) {
  constexpr __int128 kLargest = __int128{1} << 53;  // every whole number up to here is a double
  __int128 value = d.digits;
  // Multiply by the factor first: 0.1s is 1 x 10^9 / 10, without remainder.
  int exponent = d.exponent;
  while (exponent < 0 && value % 10 == 0 && value != 0) value /= 10, ++exponent;
  if (value > (__int128{1} << 80)) {
    return {{},
            exponent < 0 ? fmt::format("`{}` has too many digits", text)
                         : fmt::format("`{}` is too large", text)};
  }
  value *= factor;
  for (; exponent > 0 && value != 0; --exponent) {
    value *= 10;
    if (value > kLargest) return {{}, fmt::format("`{}` is too large", text)};
  }
  for (; exponent < 0 && value != 0; ++exponent) {
    if (value % 10 != 0) {
      const auto names = names_of(unit);
      return {{},
              names.empty() ? fmt::format("`{}` is not a whole number", text)
                            : fmt::format("`{}` is not a whole number of {}", text, names[0].text)};
    }
    value /= 10;
  }
  if (value > kLargest) return {{}, fmt::format("`{}` is too large", text)};
  const auto magnitude = static_cast<double>(value);
  return {d.negative ? -magnitude : magnitude, {}};
}

Quantity plain_number(std::string_view text, bool percent) {
  std::string_view digits = percent ? text.substr(0, text.size() - 1) : text;
  if (!digits.empty() && digits.front() == '+') digits.remove_prefix(1);
  std::string decimal(digits);
  if (percent) decimal += "e-2";  // the nearest double to the written value, not to 60 / 100
  const auto value = to_number<double>(decimal);
  if (!value || !std::isfinite(*value)) return {{}, fmt::format("`{}` is not a number", text)};
  return {*value, {}};
}

constexpr std::int64_t kLongNumber = 1'000'000;

/// The exact decimal number of `ns` in the largest of s, ms and us that is not longer:
/// 1.513475993s. Empty below 1 us.
std::string decimal_duration(std::int64_t ns) {
  const std::int64_t magnitude = std::abs(ns);
  for (std::size_t i = 3; i > 0; --i) {
    const UnitName& name = kDurations[i];
    if (magnitude < name.factor) continue;
    const auto digits = static_cast<int>(3 * i);
    std::string fraction = fmt::format("{:0{}}", magnitude % name.factor, digits);
    fraction.erase(fraction.find_last_not_of('0') + 1);
    return fmt::format("{}{}{}{}{}", ns < 0 ? "-" : "", magnitude / name.factor,
                       fraction.empty() ? "" : ".", fraction, name.text);
  }
  return {};
}

}  // namespace

std::string short_number(double value) {
  std::string text = fmt::format("{:.3g}", value);
  if (text.find("e+") != std::string::npos && std::abs(value) < 0x1p53)
    text = fmt::format("{:.0f}", value);
  return text;
}

std::string short_duration(std::int64_t ns) {
  const auto value = static_cast<double>(ns);
  if (ns < 1'000) return fmt::format("{}ns", ns);
  // Three digits of 999.5us and more are those of 1ms.
  if (ns < 999'500) return short_number(value / 1e3) + "us";
  if (ns < 999'500'000) return short_number(value / 1e6) + "ms";
  return short_number(value / 1e9) + "s";
}

std::string clock_text(double seconds) {
  const auto s = std::llround(seconds);
  if (s >= 3600) return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
  return fmt::format("{}:{:02}", s / 60, s % 60);
}

Quantity parse_quantity(std::string_view text, Unit unit) {
  const auto names = names_of(unit);
  if (names.empty()) {
    const bool percent = unit == PROBABILITY && text.size() > 1 && text.back() == '%';
    Quantity number = plain_number(text, percent);
    if (!number.value) number.problem += fmt::format(": write {}", examples_of(unit));
    return number;
  }
  const Decimal d = read_decimal(text);
  if (d.length == 0) {
    return {{}, fmt::format("`{}` is not a number with a unit: write {}", text, examples_of(unit))};
  }
  const std::string_view suffix = text.substr(d.length);
  if (suffix.empty()) {
    // Zero needs a unit too: the rule has no exception.
    return {{}, fmt::format("needs a unit: {}", examples_of(unit))};
  }
  for (const UnitName& name : names) {
    if (name.text == suffix) return whole(d, name.factor, text, unit);
  }
  std::string list;
  for (const UnitName& name : names)
    list += fmt::format("{}{}", list.empty() ? "" : ", ", name.text);
  return {{}, fmt::format("`{}` has no known unit: use {}", text, list)};
}

std::string format_quantity(double value, Unit unit) {
  const auto names = names_of(unit);
  if (names.empty()) return fmt::format("{}", value);
  const UnitName* best = &names[0];
  const bool exact = std::abs(value) <= 0x1p53 && value == std::floor(value);
  if (unit == DURATION && value == 0) best = &kDurations[3];
  // Sizes of buffers and packets are always written in bytes (12000B), as in the tables of the
  // references.
  if (exact && value != 0 && unit != BYTES) {
    const auto number = static_cast<std::int64_t>(value);
    for (const UnitName& name : names) {
      if (number % name.factor == 0) best = &name;
    }
    if (unit == DURATION && std::abs(number / best->factor) >= kLongNumber)
      if (std::string text = decimal_duration(number); !text.empty()) return text;
    return fmt::format("{}{}", number / best->factor, best->text);
  }
  if (exact) return fmt::format("{}{}", static_cast<std::int64_t>(value), best->text);
  return fmt::format("{}{}", value, best->text);
}

std::vector<std::string> unit_names(Unit unit) {
  std::vector<std::string> all;
  for (const UnitName& name : names_of(unit)) all.emplace_back(name.text);
  return all;
}

std::string seed_problem(const std::string& text) {
  if (to_number<std::uint64_t>(text)) return {};
  return fmt::format("`{}` is not a whole number from 0 to 18446744073709551615", text);
}

}  // namespace seawind
