// SPDX-License-Identifier: GPL-3.0-or-later
// A condition on the cases of a matrix: `link=e0 & tcp~enhanced`.
//
//   condition: AXIS=VALUE   the axis has the value; * matches any characters, ? matches one
//              AXIS~TEXT    the value contains the text, case-insensitively
//              AXIS!=VALUE, AXIS!~TEXT   the negation
//              excluded, included        whether an entry of `exclude` excludes the case
//              TEXT         the value of any axis contains the text
//
// AXIS is link, router, tcp or workload. Several values after an operator, separated by commas, are
// alternatives: tcp=baseline,enhanced. A value with characters other than letters, digits
// and ._+-*?/ must stand in double quotes. Conditions are combined with & (and), | (or), ! (not)
// and parentheses, or with the words and, or, not; `&` binds more tightly than `|`.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace seawind {

inline constexpr std::array<const char*, 4> kAxisNames{"link", "router", "tcp", "workload"};

struct FilterSubject {
  std::array<std::string_view, 4> values;  // in the order of kAxisNames; router may be empty
  bool excluded = false;
};

struct FilterError {
  std::size_t position = 0;  // byte offset in the expression
  std::string message;
};

class CaseExpression {
 public:
  static constexpr std::size_t kLargest = 2000;  // bytes; bounds the depth of parentheses, too

  /// Returns nothing and sets `error` when the text is not a condition or is too long. A blank text
  /// matches every case.
  static std::optional<CaseExpression> parse(std::string_view text, FilterError& error);

  bool operator()(const FilterSubject& subject) const { return test_(subject); }

 private:
  using Test = std::function<bool(const FilterSubject&)>;
  explicit CaseExpression(Test test) : test_(std::move(test)) {}
  Test test_;
};

}  // namespace seawind
