// SPDX-License-Identifier: GPL-3.0-or-later
// A condition on the cases of a matrix: `link=e0 & tcp~enhanced`.
//
//   condition: AXIS=VALUE   the axis has the value; * and ? stand for any characters and for one
//              AXIS~TEXT    the value contains the text, whatever its case
//              AXIS!=VALUE, AXIS!~TEXT   the reverse
//              excluded, included        by an entry of `exclude`, or not
//              TEXT         any axis has a value that contains it
//   AXIS is link, router, tcp or workload. Several values after an operator, with commas between
//   them, are alternatives: tcp=baseline,enhanced. What holds other characters than letters, digits
//   and ._+-*?/ stands in double quotes. Conditions are joined by & (and), | (or), ! (not) and
//   parentheses, or by the words and, or, not; `&` binds before `|`.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace seawind {

inline constexpr std::array<const char*, 4> kAxisNames{"link", "router", "tcp", "workload"};

struct FilterSubject {
  std::array<std::string_view, 4> values;  // in the order of kAxisNames; router may be empty
  bool excluded = false;
};

struct FilterError {
  std::size_t position = 0;  // byte of the expression
  std::string message;
};

class CaseExpression {
 public:
  /// Nothing, and `error`, when the text is no condition. A blank text is met by every case.
  static std::optional<CaseExpression> parse(std::string_view text, FilterError& error);

  bool operator()(const FilterSubject& subject) const { return test_(subject); }

 private:
  using Test = std::function<bool(const FilterSubject&)>;
  explicit CaseExpression(Test test) : test_(std::move(test)) {}
  Test test_;
};

}  // namespace seawind
