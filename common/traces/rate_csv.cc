// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/traces/rate_csv.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include "common/to_number.h"

namespace seawind {
namespace {

using UnitFactor = std::pair<std::string_view, double>;
constexpr std::array<UnitFactor, 4> kTimeUnits{{{"s", 1e9}, {"ms", 1e6}, {"us", 1e3}, {"ns", 1}}};
constexpr std::array<UnitFactor, 7> kRateUnits{{{"bit/s", 1},
                                                {"kbit/s", 1e3},
                                                {"Mbit/s", 1e6},
                                                {"Gbit/s", 1e9},
                                                {"B/s", 8},
                                                {"kB/s", 8e3},
                                                {"MB/s", 8e6}}};

std::optional<double> factor(std::span<const UnitFactor> units, std::string_view name) {
  for (const auto& [unit, value] : units) {
    if (unit == name) return value;
  }
  return {};
}

struct Field {
  std::string text;
  int column = 1;  // from 1, of its first character that is not blank
};

// Removes the first field from the line and reports whether more follow. False if a quoted field is
// not closed or is followed by text.
bool take_field(std::string_view& line, bool& more, std::string& field) {
  std::string_view rest = line;
  const std::size_t begin = rest.find_first_not_of(" \t");
  const bool opens = begin != std::string_view::npos && rest[begin] == '"';
  if (opens) {
    rest.remove_prefix(begin + 1);
    while (true) {
      const std::size_t quote = rest.find('"');
      if (quote == std::string_view::npos) return false;
      field += rest.substr(0, quote);
      rest.remove_prefix(quote + 1);
      if (rest.empty() || rest.front() != '"') break;
      field += '"';  // two quotes stand for one
      rest.remove_prefix(1);
    }
  }
  const std::size_t end = rest.find(',');
  const std::string_view plain = trimmed(rest.substr(0, end));
  if (opens && !plain.empty()) return false;
  field += plain;
  more = end != std::string_view::npos;
  line = more ? rest.substr(end + 1) : std::string_view();
  return true;
}

// Replaces `fields` by those of the line. False if the last one of them is not valid.
bool split(std::string_view line, std::vector<Field>& fields) {
  const char* const begin = line.data();
  fields.clear();
  bool more = true;
  while (more) {
    const std::size_t blanks = std::min(line.find_first_not_of(" \t"), line.size());
    Field& field = fields.emplace_back();
    field.column = static_cast<int>(line.data() + blanks - begin) + 1;
    if (!take_field(line, more, field.text)) return false;
  }
  return true;
}

std::optional<std::size_t> column_number(const std::string& name) {
  const auto n = to_number<std::size_t>(name);
  if (!n || *n == 0) return {};
  return *n - 1;
}

std::optional<double> number_of(const std::string& text) {
  const auto value = to_number<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

class Reader {
 public:
  explicit Reader(const RateCsvFormat& format) : format_(format) {}

  TraceResult<std::vector<RateStep>> read(std::string_view text) {
    const auto time_unit = factor(kTimeUnits, format_.time_unit);
    const auto rate_unit = factor(kRateUnits, format_.rate_unit);
    if (!time_unit)
      problem(0, in_quotes(format_.time_unit) + " is not a unit of time: s, ms, us, ns");
    if (!rate_unit) {
      problem(0, in_quotes(format_.rate_unit) +
                     " is not a unit of rate: bit/s, kbit/s, Mbit/s, Gbit/s, B/s, kB/s, MB/s");
    }
    if (!result_.ok()) return result_;
    time_unit_ = *time_unit;
    rate_unit_ = *rate_unit;
    time_ = column_number(format_.time);
    rate_ = column_number(format_.rate);
    bool first = true;
    int number = 0;
    std::vector<Field> fields;
    while (auto line = take_line(text)) {
      ++number;
      if (trimmed(*line).empty() || line->front() == '#') continue;
      if (!split(*line, fields)) {
        problem(number, "a quote that is not closed, or text behind one", fields.back().column);
      } else if (std::exchange(first, false) && header(number, fields)) {
        if (!result_.ok()) return result_;
      } else {
        row(number, fields);
      }
      if (result_.problems.size() == kMaxProblems) return result_;
    }
    if (result_.ok() && result_.value.empty()) problem(0, "no rows with a time and a rate");
    return result_;
  }

 private:
  // A header or row can have two problems, and the second one can exceed kMaxProblems.
  void problem(int line, std::string message, int column = 1) {
    if (result_.problems.size() < kMaxProblems)
      result_.problems.push_back({line, std::move(message), column});
  }

  // Whether the first line is a header: always if a column is given by name; otherwise if neither
  // of the two columns holds a number.
  bool header(int line, const std::vector<Field>& fields) {
    if (!time_)
      find(line, fields, format_.time, time_);
    else if (rate_)
      return !is_number(fields, *time_) && !is_number(fields, *rate_);
    if (!rate_) find(line, fields, format_.rate, rate_);
    return true;
  }

  static bool is_number(const std::vector<Field>& fields, std::size_t column) {
    return column < fields.size() && number_of(fields[column].text);
  }

  void find(int line, const std::vector<Field>& fields, const std::string& name,
            std::optional<std::size_t>& column) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (fields[i].text == name) column = i;
    }
    if (column) return;
    std::string message = "no column " + in_quotes(name) + "; the columns are";
    for (std::size_t i = 0; i < fields.size() && i < 20; ++i) {
      message += (i == 0 ? " " : ", ") + in_quotes(fields[i].text);
    }
    problem(line, std::move(message));
  }

  void row(int line, const std::vector<Field>& fields) {
    const auto cell = [&](std::size_t column, const char* what) -> std::optional<double> {
      if (column >= fields.size()) {
        problem(line, std::string("no ") + what + ": the row has " + std::to_string(fields.size()) +
                          " columns");
        return {};
      }
      const auto& [text, at] = fields[column];
      const auto value = number_of(text);
      if (!value) problem(line, in_quotes(text) + " is not a " + what + ", a plain number", at);
      return value;
    };
    const auto time = cell(*time_, "time");
    const auto rate = cell(*rate_, "rate");
    if (!time || !rate) return;
    const Field& time_field = fields[*time_];
    const Field& rate_field = fields[*rate_];
    if (!origin_) origin_ = *time;
    const double at = (*time - *origin_) * time_unit_;
    const double bits = *rate * rate_unit_;
    if (!result_.value.empty() && !(at > last_)) {
      return problem(line, in_quotes(time_field.text) + " is not later than the row before",
                     time_field.column);
    }
    if (at > kLongestTrace)
      return problem(line, "more than 720h after the first row", time_field.column);
    if (bits < 0 || bits > kHighestTraceRate) {
      return problem(
          line,
          in_quotes(rate_field.text) + " " + format_.rate_unit + " is outside 0 to 100 Gbit/s",
          rate_field.column);
    }
    const Duration step = Duration::nanoseconds(std::llround(at));
    if (!result_.value.empty() && step == result_.value.back().at) {
      return problem(line, "less than a nanosecond after the row before", time_field.column);
    }
    last_ = at;
    result_.value.push_back({step, std::llround(bits)});
  }

  const RateCsvFormat& format_;
  TraceResult<std::vector<RateStep>> result_;
  double time_unit_ = 1;
  double rate_unit_ = 1;
  std::optional<std::size_t> time_{};
  std::optional<std::size_t> rate_{};
  std::optional<double> origin_{};
  double last_ = 0;
};

}  // namespace

TraceResult<std::vector<RateStep>> parse_rate_csv(std::string_view text,
                                                  const RateCsvFormat& format) {
  return Reader(format).read(text);
}

}  // namespace seawind
