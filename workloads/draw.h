// SPDX-License-Identifier: GPL-3.0-or-later
// Random quantities of a flow: sizes, intervals, idle times. A distribution has a text form for
// options. The stream of values depends only on the repetition's seed, the flow's name and the
// quantity's name.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace seawind {

/// A fixed value, a uniform distribution on [min, max], or an exponential distribution with mean
/// `mean`. The exponential distribution is truncated to [min, max] by redrawing or, with `clamp`,
/// by moving to the nearer bound. Values are in the quantity's base unit (ns, bytes).
struct Law {
  enum class Kind { kFixed, kUniform, kExponential };
  Kind kind = Kind::kFixed;
  double mean = 0;  // of kFixed: the value
  double min = 0;
  double max = 0;  // of kExponential: 0 means none
  bool clamp = false;

  static Law fixed(double value) { return {Kind::kFixed, value, value, value, false}; }
  /// The smallest and the largest possible value; highest() of an unbounded one is infinite.
  double lowest() const;
  double highest() const;
  bool operator==(const Law&) const = default;
};

/// "fixed:48", "uniform:5e9:15e9", "exponential:1e9:0:0:redraw" (mean, min, max). Throws Error.
Law parse_law(const std::string& text);
std::string law_text(const Law& law);

/// The sequence of values of one quantity of one flow.
class RandomDraws {
 public:
  RandomDraws(const Law& law, std::uint64_t seed, std::string_view flow, std::string_view quantity);
  /// Rounded to a whole number of the unit.
  std::int64_t next();

 private:
  Law law_;
  std::uint64_t seed_;
  std::uint64_t index_ = 0;
};

}  // namespace seawind
