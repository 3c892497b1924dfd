// SPDX-License-Identifier: GPL-3.0-or-later
// A condition on the cases of a matrix: `link=e0 & tcp~enhanced`.
//
//   condition: AXIS=VALUE   the axis has the value; * matches any characters, ? matches one
//              AXIS~TEXT    the value contains the text, case-insensitively
//              AXIS!=VALUE, AXIS!~TEXT   the negation
//              excluded, included        whether an entry of `exclude` excludes the case
//              TEXT         the case's name (its values, joined by slashes) contains the text,
//                           case-insensitively
//
// AXIS is link, router, tcp or workload. Several values after an operator, separated by commas, are
// alternatives: tcp=baseline,enhanced. A value with characters other than letters, digits
// and ._+-*?/ must be in double quotes. Conditions are combined with & (and), | (or), ! (not) and
// parentheses, or with the words and, or, not; `&` binds more tightly than `|`.
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

struct ExpressionSubject {
  std::array<std::string_view, 4> values;  // in the order of kAxisNames; router may be empty
  bool excluded = false;
  std::string_view note{};  // the condition TEXT is also searched here
};

struct ExpressionError {
  std::size_t position = 0;  // byte offset in the expression
  std::string message;
};

/// A condition with its text. Conditions are equal when their texts are.
class CaseExpression {
 public:
  static constexpr std::size_t kLargest = 2000;  // bytes; bounds the depth of parentheses, too

  CaseExpression() = default;  // matches every case
  /// Throws UsageError with the mistake and its place when parse() returns nothing.
  explicit CaseExpression(std::string_view text);
  /// Returns nothing and sets `error` when the text is not a condition or is too long. A blank text
  /// matches every case.
  static std::optional<CaseExpression> parse(std::string_view text, ExpressionError& error);

  bool operator()(const ExpressionSubject& subject) const { return test_(subject); }
  const std::string& text() const { return text_; }
  bool operator==(const CaseExpression& other) const { return text_ == other.text_; }

 private:
  std::function<bool(const ExpressionSubject&)> test_ = [](const ExpressionSubject&) {
    return true;
  };
  std::string text_;
};

/// The condition that each axis has one of its `values`, in the order of kAxisNames; an axis
/// without values has any value.
std::string case_condition(const std::array<std::vector<std::string>, 4>& values);

}  // namespace seawind
