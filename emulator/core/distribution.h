// SPDX-License-Identifier: GPL-3.0-or-later
// Random variates by inversion. Every distribution, including a fixed value and a list, maps
// exactly one uniform number to one value, so that the parameters of a distribution do not affect
// later draws. The distributions of the standard library are not used, because they differ between
// implementations.
//
// The value at quantile u in [0, 1):
//  - fixed: the value.
//  - uniform: min + u (max - min).
//  - exponential with the given mean, normal, lognormal (exp of a normal with mean ln median and
//    deviation sigma), Pareto (scale (1-u)^(-1/shape)): each truncated to [min, max]. Pareto's
//    minimum is its scale. Truncation `redraw` (values outside are drawn again) uses the inverse of
//    the truncated distribution; `clamp` uses the inverse of the full distribution and moves values
//    outside to the nearer bound. A redraw distribution without probability in [min, max] always
//    gives the bound nearer to its median, which is the limit of the truncated distribution.
//  - mixture: u selects the part by its share of the weights; the remainder of u, scaled to [0, 1),
//    is the position in the part. Without a part of positive weight: 0.
//  - empirical: the quantile, linear between neighbours in the table; 0 for an empty table.
//  - netem: mean + sigma T[floor(u size)] / 8192, and 0 if that is negative; the mean for an empty
//    table.
//  - list: value n modulo the length, independent of u; 0 for an empty list.
//
// The normal quantile is Wichura's AS 241 (PPND16), with a relative error of about 1e-16.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "common/time.h"
#include "emulator/core/value_config.h"

namespace seawind {

/// `n` is the number of values taken before from the same list; only a list uses it.
double value_at(const ValueConfig& law, double u, std::uint64_t n = 0);

/// value_at() as a duration, rounded to the nearest nanosecond, never negative.
Duration duration_at(const ValueConfig& law, double u, std::uint64_t n = 0);

/// value_at() as a count, rounded to the nearest integer, never negative.
std::int64_t count_at(const ValueConfig& law, double u, std::uint64_t n = 0);

/// How many values a parameter has taken from each of its lists (ListValue::owner).
class ListPositions {
 public:
  /// The number of values taken from this list before, and counts one more; 0 if `law` is no list.
  /// A list that replaces another one of its owner begins with its first value.
  std::uint64_t take(const ValueConfig& law) {
    const auto* list = std::get_if<ListValue>(&law);
    return list == nullptr ? 0 : take_from(*list);
  }

 private:
  std::uint64_t take_from(const ListValue& list);

  struct Taken {
    ListValue list;
    std::uint64_t values = 0;
  };
  std::vector<Taken> taken_;  // by owner
};

/// Mean of the distribution over u (of a list: over n); of a Pareto distribution without a mean:
/// its median. Fixed, uniform, exponential and Pareto distributions, mixtures and lists by closed
/// forms, others at the midpoints of 2^14 slices of u. For dimensioning and checks, not for draws.
double mean_of(const ValueConfig& law);

/// A bound below which no value of the distribution lies; never negative.
double least_of(const ValueConfig& law);

/// Inverse of the standard normal distribution function; 0 < p < 1.
double normal_quantile(double p);

}  // namespace seawind
