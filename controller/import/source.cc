// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/import/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "common/traces/trace_text.h"

namespace seawind::importer {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Removes the number at the front of `text` and returns it. Nothing for other words, also `inf`.
std::optional<double> take_number(std::string_view& text) {
  const std::size_t sign = !text.empty() && (text[0] == '+' || text[0] == '-') ? 1 : 0;
  if (text.size() == sign || !(is_digit(text[sign]) || text[sign] == '.')) return {};
  const std::size_t from = text[0] == '+' ? 1 : 0;  // from_chars rejects a plus
  double value = 0;
  const auto [end, error] = std::from_chars(text.data() + from, text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value)) return {};
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

class Shell {
 public:
  Shell(const Source& source, Diagnostics& problems) : source_(source), problems_(problems) {}

  std::vector<Command> split() {
    while (i_ < source_.text.size() && problems_.all().size() < kMaxProblems) step();
    end_command();
    return std::move(commands_);
  }

 private:
  void step() {
    const std::string& text = source_.text;
    const char c = text[i_];
    if (c == '\\' && (text.compare(i_, 2, "\\\n") == 0 || text.compare(i_, 3, "\\\r\n") == 0)) {
      i_ = text.find('\n', i_);
      new_line();
    } else if (c == '\n') {
      end_command();
      new_line();
    } else if (c == ' ' || c == '\t' || c == '\r') {
      end_word();
      ++i_;
    } else if (c == '#' && !in_word_) {
      i_ = std::min(text.find('\n', i_), text.size());
    } else if (c == '>' || c == '<') {
      redirection();
    } else if (c == ';' || c == '&' || c == '|') {
      end_command();
      ++i_;
    } else if (c == '\'' || c == '"') {
      quoted(c);
    } else {
      if (c == '$' || c == '`') unknown_value();
      add(c);
      ++i_;
    }
  }

  /// Skips `2>/dev/null`, `>log`, `2>&1`: a redirection is not part of the command.
  void redirection() {
    const std::string& text = source_.text;
    if (word_.text.find_first_not_of("0123456789") == std::string::npos) in_word_ = false;
    end_word();
    i_ = std::min(text.find_first_not_of("<>&", i_), text.size());
    i_ = std::min(text.find_first_not_of(" \t", i_), text.size());
    constexpr std::string_view kEnds = " \t\r\n;&|<>";
    while (i_ < text.size() && kEnds.find(text[i_]) == std::string_view::npos) {
      const std::size_t begin = i_++;
      if (const char quote = text[begin]; quote == '\'' || quote == '"') {
        i_ = std::min(text.find_first_of(std::string{quote, '\n'}, i_), text.size());
        end_quote(begin);
      }
    }
  }

  void quoted(char quote) {
    const std::size_t begin = i_++;
    begin_word(begin);
    while (i_ < source_.text.size() && source_.text[i_] != quote && source_.text[i_] != '\n') {
      if (quote == '"' && (source_.text[i_] == '$' || source_.text[i_] == '`')) unknown_value();
      word_.text += source_.text[i_++];
    }
    end_quote(begin);
  }

  /// Takes the quote that ends the one at `begin`.
  void end_quote(std::size_t begin) {
    const char quote = source_.text[begin];
    if (i_ < source_.text.size() && source_.text[i_] == quote) {
      ++i_;
      return;
    }
    problems_.add(place(begin), fmt::format("the quote {} has no end in this line", quote));
  }

  void unknown_value() {
    problems_.add(
        place(i_),
        fmt::format("`{}`: the value of a variable or substitution is not known", source_.text[i_]),
        "write the value in its place");
  }

  void begin_word(std::size_t at) {
    if (in_word_) return;
    in_word_ = true;
    word_begin_ = at;
    word_ = {{}, place(at)};
  }
  void add(char c) {
    begin_word(i_);
    word_.text += c;
  }
  void end_word() {
    if (!in_word_) return;
    in_word_ = false;
    word_.at.width = static_cast<int>(i_ - word_begin_);
    command_.push_back(std::move(word_));
  }
  void end_command() {
    end_word();
    if (!command_.empty()) commands_.push_back(std::move(command_));
    command_.clear();
  }
  void new_line() {
    ++i_;
    ++line_;
    line_begin_ = i_;
  }
  Location place(std::size_t at) const {
    return {source_.name, line_, static_cast<int>(at - line_begin_) + 1, 1};
  }

  const Source& source_;
  Diagnostics& problems_;
  std::vector<Command> commands_;
  Command command_;
  Word word_;
  bool in_word_ = false;
  std::size_t word_begin_ = 0;
  std::size_t i_ = 0;
  std::size_t line_begin_ = 0;
  int line_ = 1;
};

}  // namespace

std::vector<Command> shell_commands(const Source& source, Diagnostics& problems) {
  return Shell(source, problems).split();
}

Location Words::at() const {
  if (more()) return peek().at;
  return command_.empty() ? Location() : command_.back().at;
}

const Word* Words::need(std::string_view expected) {
  if (more()) return &take();
  problems_.add(at(), fmt::format("the command ends here; expected {}", expected));
  return nullptr;
}

bool Words::number_follows() const {
  return more() && !peek().text.empty() && is_digit(peek().text[0]);
}

bool Words::signed_number_follows() const {
  return number_follows() ||
         (more() && peek().text.size() > 1 && (peek().text[0] == '-' || peek().text[0] == '+') &&
          is_digit(peek().text[1]));
}

std::optional<double> Words::scaled(std::string_view what, double bare,
                                    const std::vector<std::pair<std::string_view, double>>& units,
                                    double least, double most, std::string_view expected,
                                    char separator) {
  const Word* word = need(expected);
  if (word == nullptr) return {};
  std::string_view rest = word->text;
  const std::optional<double> value = take_number(rest);
  if (separator != '\0') rest = rest.substr(0, rest.find(separator));
  double factor = bare;
  if (!rest.empty()) {
    const auto unit = std::find_if(units.begin(), units.end(),
                                   [&](const auto& one) { return one.first == lower(rest); });
    factor = unit == units.end() ? 0 : unit->second;
  }
  if (!value || factor == 0) {
    problems_.add(word->at,
                  fmt::format("`{}` is not a {}; expected {}", word->text, what, expected));
    return {};
  }
  const double scaled = *value * factor;
  if (scaled >= least && scaled <= most) return scaled;
  problems_.add(word->at, fmt::format("`{}` is out of range; expected {}", word->text, expected));
  return {};
}

std::optional<double> Words::time(double bare, double most) {
  static const std::vector<std::pair<std::string_view, double>> kUnits = {
      {"s", 1e9},  {"sec", 1e9},  {"secs", 1e9},  {"ms", 1e6}, {"msec", 1e6}, {"msecs", 1e6},
      {"us", 1e3}, {"usec", 1e3}, {"usecs", 1e3}, {"ns", 1},   {"nsec", 1},   {"nsecs", 1}};
  return scaled("time", bare, kUnits, 0, most, "a time up to 1 h: 100ms, 1.5s, 20us");
}

std::optional<std::int64_t> Words::rate() {
  static const std::vector<std::pair<std::string_view, double>> kUnits = {
      {"bit", 1},        {"kbit", 1e3},     {"mbit", 1e6},     {"gbit", 1e9},     {"tbit", 1e12},
      {"kibit", 0x1p10}, {"mibit", 0x1p20}, {"gibit", 0x1p30}, {"tibit", 0x1p40}, {"bps", 8},
      {"kbps", 8e3},     {"mbps", 8e6},     {"gbps", 8e9},     {"tbps", 8e12},    {"kibps", 0x1p13},
      {"mibps", 0x1p23}, {"gibps", 0x1p33}, {"tibps", 0x1p43}};
  const auto value = scaled("rate", 1, kUnits, 1, 100e9,
                            "a rate of 1 bit/s to 100 Gbit/s: 10mbit (bits), 10mbps (bytes)");
  if (!value) return {};
  return std::llround(*value);
}

std::optional<std::int64_t> Words::size(std::int64_t least) {
  static const std::vector<std::pair<std::string_view, double>> kUnits = {
      {"b", 1},      {"k", 0x1p10},  {"kb", 0x1p10},  {"m", 0x1p20},    {"mb", 0x1p20},
      {"g", 0x1p30}, {"gb", 0x1p30}, {"kbit", 0x1p7}, {"mbit", 0x1p17}, {"gbit", 0x1p27}};
  const auto value =
      scaled("size", 1, kUnits, static_cast<double>(least), 1e9,
             fmt::format("a size of {} to 1000000000 bytes: 1600, 32kbit, 10kb", least), '/');
  if (!value) return {};
  return std::llround(*value);
}

std::optional<double> Words::percent() {
  const auto value = scaled("percentage", 1, {{"%", 1}}, 0, 100, "a percentage from 0% to 100%");
  if (!value) return {};
  return *value / 100;
}

std::optional<double> Words::number(double least, double most, std::string_view expected) {
  return scaled("number", 1, {}, least, most, expected);
}

std::optional<std::int64_t> Words::whole(std::int64_t least, std::int64_t most,
                                         std::string_view expected) {
  const std::size_t here = next_;
  const auto value = number(static_cast<double>(least), static_cast<double>(most), expected);
  if (!value) return {};
  if (*value == std::floor(*value)) return static_cast<std::int64_t>(*value);
  problems_.add(command_[here].at, fmt::format("`{}` is not a whole number; expected {}",
                                               command_[here].text, expected));
  return {};
}

std::string_view keyword(std::string_view word, const std::vector<std::string>& keywords) {
  if (word.empty()) return {};
  const auto found = std::find_if(keywords.begin(), keywords.end(),
                                  [&](const std::string& one) { return one.starts_with(word); });
  return found == keywords.end() ? std::string_view() : std::string_view(*found);
}

}  // namespace seawind::importer
