// SPDX-License-Identifier: GPL-3.0-or-later
// Quantiles by linear interpolation between the order statistics around (n - 1) q: type 7 of
// Hyndman and Fan (1996), the default of R and NumPy.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace seawind {

/// The quantile q (0..1) of n values (at least one). at(i) returns the value of rank i; 0 is the
/// smallest.
template <typename At>
double quantile_of(std::uint64_t n, double q, const At& at) {
  const double position = q * static_cast<double>(n - 1);
  const auto below = static_cast<std::uint64_t>(position);
  const double share = position - static_cast<double>(below);
  const double low = at(below);
  return share == 0 ? low : low + share * (at(below + 1) - low);
}

/// The quantile q (0..1) of ascending values (at least one).
inline double quantile(std::span<const double> ascending, double q) {
  return quantile_of(ascending.size(), q, [&](std::uint64_t i) { return ascending[i]; });
}

/// The median of values in any order (at least one).
inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return quantile(values, 0.5);
}

}  // namespace seawind
