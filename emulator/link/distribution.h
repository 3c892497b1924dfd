// SPDX-License-Identifier: GPL-3.0-or-later
// Draws by inversion: one uniform number in, one value out. Every law, a fixed value and a list
// included, takes exactly one uniform, so that the parameters of a law never shift the draws that
// follow it. Our own and not the standard library's, whose distributions differ between
// implementations.
//
// The value at quantile u in [0, 1):
//  - fixed: the value.
//  - uniform: min + u (max - min).
//  - exponential with parameter m = mean, normal, lognormal (exp of a normal with mean ln median
//  and
//    deviation sigma), Pareto (scale (1-u)^(-1/shape)), each cut to [min, max]:
//     - redraw (values outside are drawn again): the inverse of the truncated law;
//     - clamp: the inverse of the plain law, moved to the nearer end when outside.
//    Pareto's smallest value is its scale. A redraw law whose [min, max] has no probability gives
//    the end nearer to its median, once and for all: the limit of the truncated law.
//  - mixture: u picks the part by its share of the weights, and what is left of u, stretched to
//    [0, 1), the place in it. No part of positive weight: 0.
//  - empirical: the quantile, linear between the neighbours in the table; an empty table gives 0.
//  - netem: mean + sigma T[floor(u size)] / 8192, and 0 where that is negative. An empty table
//  gives
//    the mean.
//  - list: value n modulo the length, u is not looked at; an empty list gives 0.
// The normal quantile is Wichura's AS 241 (PPND16), good to about 1e-16 relative.
#pragma once

#include <cstdint>

#include "common/time.h"
#include "emulator/link/hop_config.h"

namespace seawind {

/// `n` is the number of values drawn before from the same stream: only a list looks at it.
double value_at(const ValueConfig& law, double u, std::uint64_t n = 0);

/// The same as a duration, rounded to the nearest nanosecond, never negative.
Duration duration_at(const ValueConfig& law, double u, std::uint64_t n = 0);

/// The same as a count, rounded to the nearest, never negative.
std::int64_t count_at(const ValueConfig& law, double u, std::uint64_t n = 0);

/// Mean of the law over u, of a list over n. By midpoints over 2^14 slices of u where a law is not
/// fixed, uniform or a list: for dimensioning, not for draws.
double mean_of(const ValueConfig& law);

/// Inverse of the standard normal distribution function, 0 < p < 1.
double normal_quantile(double p);

}  // namespace seawind
