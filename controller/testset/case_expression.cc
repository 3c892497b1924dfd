// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/case_expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "common/diagnostics.h"
#include "common/error.h"
#include "common/printable.h"

namespace seawind {
namespace {

using Test = std::function<bool(const ExpressionSubject&)>;

struct ExpressionToken {
  enum class Kind { kWord, kEqual, kNotEqual, kContains, kNotContains, kSign, kEnd };
  Kind kind = Kind::kEnd;
  std::string text;
  std::size_t position = 0;
  bool quoted = false;
};

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         std::string_view("._+-*?/").find(c) != std::string_view::npos ||
         (static_cast<unsigned char>(c) & 0x80U) != 0;
}

std::vector<ExpressionToken> tokens_of(std::string_view text) {
  using Kind = ExpressionToken::Kind;
  std::vector<ExpressionToken> tokens;
  std::size_t at = 0;
  while (at < text.size()) {
    const char c = text[at];
    const bool not_sign = c == '!' && at + 1 < text.size();
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++at;
    } else if (c == '"') {
      const auto end = text.find('"', at + 1);
      if (end == std::string_view::npos) throw ExpressionError{at, "the quote is not closed"};
      tokens.push_back({Kind::kWord, std::string(text.substr(at + 1, end - at - 1)), at, true});
      at = end + 1;
    } else if (not_sign && text[at + 1] == '=') {
      tokens.push_back({Kind::kNotEqual, "!=", at});
      at += 2;
    } else if (not_sign && text[at + 1] == '~') {
      tokens.push_back({Kind::kNotContains, "!~", at});
      at += 2;
    } else if (c == '=' || c == '~') {
      // `==` is accepted, too, because programmers write it.
      const std::size_t length = c == '=' && text.substr(at, 2) == "==" ? 2 : 1;
      tokens.push_back(
          {c == '=' ? Kind::kEqual : Kind::kContains, std::string(text.substr(at, length)), at});
      at += length;
    } else if (std::string_view("&|!(),").find(c) != std::string_view::npos) {
      const std::size_t length =
          (c == '&' || c == '|') && text.substr(at, 2) == std::string(2, c) ? 2 : 1;
      tokens.push_back({Kind::kSign, std::string(1, c), at});
      at += length;
    } else if (is_word_character(c)) {
      std::size_t end = at;
      while (end < text.size() && is_word_character(text[end])) ++end;
      tokens.push_back({Kind::kWord, std::string(text.substr(at, end - at)), at});
      at = end;
    } else {
      throw ExpressionError{at, fmt::format("`{}` has no meaning here; put it into double quotes "
                                            "if it belongs to a value",
                                            c)};
    }
  }
  tokens.push_back({Kind::kEnd, "", text.size()});
  return tokens;
}

/// The name of the case: its values, joined by slashes.
std::string name_of(const ExpressionSubject& subject) {
  std::string name;
  for (const std::string_view value : subject.values)
    if (!value.empty()) name.append(name.empty() ? "" : "/").append(value);
  return name;
}

bool contains(std::string_view value, const std::string& lower_text) {
  return lower(value).find(lower_text) != std::string::npos;
}

/// Whether the value matches the pattern with * and ?. After a mismatch only the last * takes one
/// more character, so that the time is bounded by the product of the lengths.
bool is_like(std::string_view value, std::string_view pattern) {
  constexpr auto kNone = std::string_view::npos;
  std::size_t v = 0, p = 0, star = kNone, taken = 0;
  while (v < value.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      taken = v;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == value[v])) {
      ++p, ++v;
    } else if (star != kNone) {
      p = star + 1;
      v = ++taken;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == kNone;
}

class ExpressionParser {
 public:
  explicit ExpressionParser(std::string_view text) : tokens_(tokens_of(text)) {}

  Test parse() {
    if (now().kind == Kind::kEnd) return [](const ExpressionSubject&) { return true; };
    Test test = alternatives("");
    if (is_sign(")")) fail("`)` without `(`");
    if (now().kind != Kind::kEnd) fail(fmt::format("expected `&` or `|` before `{}`", now().text));
    return test;
  }

 private:
  using Kind = ExpressionToken::Kind;

  const ExpressionToken& now() const { return tokens_[at_]; }
  const ExpressionToken& take() { return tokens_[at_++]; }
  bool is_sign(std::string_view sign) const {
    return now().kind == Kind::kSign && now().text == sign;
  }
  bool is_word(std::string_view word) const {
    return now().kind == Kind::kWord && !now().quoted && lower(now().text) == word;
  }
  [[noreturn]] void fail(std::string message) const {
    throw ExpressionError{now().position, std::move(message)};
  }

  Test alternatives(const std::string& after) {
    Test left = both(after);
    while (is_sign("|") || is_word("or")) {
      const std::string word = take().text;
      left = [left, right = both(word)](const ExpressionSubject& s) { return left(s) || right(s); };
    }
    return left;
  }

  Test both(const std::string& after) {
    Test left = one(after);
    while (is_sign("&") || is_word("and")) {
      const std::string word = take().text;
      left = [left, right = one(word)](const ExpressionSubject& s) { return left(s) && right(s); };
    }
    return left;
  }

  Test one(const std::string& after) {
    if (is_sign("!") || is_word("not")) {
      const std::string word = take().text;
      return [inner = one(word)](const ExpressionSubject& s) { return !inner(s); };
    }
    if (is_sign("(")) {
      const std::size_t open = take().position;
      Test inner = alternatives("(");
      if (!is_sign(")")) throw ExpressionError{open, "the `(` is not closed"};
      take();
      return inner;
    }
    if (now().kind != Kind::kWord || is_word("and") || is_word("or")) {
      const std::string place = after.empty() ? "" : fmt::format(" after `{}`", after);
      fail(fmt::format("expected a condition such as link=e0{}", place));
    }
    return condition();
  }

  Test condition() {
    const ExpressionToken word = take();
    switch (now().kind) {
      case Kind::kEqual:
      case Kind::kNotEqual:
      case Kind::kContains:
      case Kind::kNotContains:
        return comparison(axis_of(word));
      default:
        break;
    }
    if (!word.quoted && lower(word.text) == "excluded")
      return [](const ExpressionSubject& s) { return s.excluded; };
    if (!word.quoted && lower(word.text) == "included")
      return [](const ExpressionSubject& s) { return !s.excluded; };
    return [text = lower(word.text)](const ExpressionSubject& s) {
      return contains(name_of(s), text) || contains(s.note, text);
    };
  }

  std::size_t axis_of(const ExpressionToken& word) const {
    const std::string name = lower(word.text);
    for (std::size_t i = 0; i < kAxisNames.size(); ++i)
      if (name == kAxisNames[i]) return i;
    const std::vector<std::string> axes(kAxisNames.begin(), kAxisNames.end());
    throw ExpressionError{word.position,
                          fmt::format("`{}` is not an axis: link, router, tcp or workload{}",
                                      word.text, did_you_mean(name, axes, "; "))};
  }

  Test comparison(std::size_t axis) {
    const ExpressionToken sign = take();
    std::vector<std::string> values;
    std::string before = sign.text;
    do {
      if (!values.empty()) before = take().text;  // the comma
      if (now().kind != Kind::kWord) fail(fmt::format("expected a value after `{}`", before));
      values.push_back(take().text);
    } while (is_sign(","));
    const bool text = sign.kind == Kind::kContains || sign.kind == Kind::kNotContains;
    const bool reverse = sign.kind == Kind::kNotEqual || sign.kind == Kind::kNotContains;
    if (text)
      for (auto& value : values) value = lower(value);
    return [=](const ExpressionSubject& s) {
      const std::string_view own = s.values[axis];
      const bool any = std::any_of(values.begin(), values.end(), [&](const std::string& value) {
        return text ? contains(own, value) : is_like(own, value);
      });
      return any != reverse;
    };
  }

  std::vector<ExpressionToken> tokens_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<CaseExpression> CaseExpression::parse(std::string_view text, ExpressionError& error) {
  if (text.size() > kLargest) {
    error = {kLargest, fmt::format("the condition is longer than {} bytes", kLargest)};
    return {};
  }
  try {
    CaseExpression out;
    out.test_ = ExpressionParser(text).parse();
    out.text_ = text;
    return out;
  } catch (const ExpressionError& problem) {
    error = problem;
    return {};
  }
}

CaseExpression::CaseExpression(std::string_view text) {
  ExpressionError wrong;
  auto parsed = parse(text, wrong);
  if (!parsed)
    throw UsageError(fmt::format("condition `{}`: {} at character {}", excerpt(text, 200),
                                 wrong.message, wrong.position + 1));
  *this = *std::move(parsed);
}

std::string case_condition(const std::array<std::vector<std::string>, 4>& values) {
  std::string out;
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::string before = (out.empty() ? "" : " & ") + std::string(kAxisNames[i]) + "=";
    for (std::string value : values[i]) {
      std::replace(value.begin(), value.end(), '"', '?');  // a quoted text has no quotes in it
      const bool plain =
          !value.empty() && std::all_of(value.begin(), value.end(), is_word_character);
      out += before + (plain ? value : '"' + value + '"');
      before = ",";
    }
  }
  return out;
}

}  // namespace seawind
