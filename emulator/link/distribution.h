// SPDX-License-Identifier: GPL-3.0-or-later
// Draws by inversion: one uniform number in, one value out. Every law, a fixed value included,
// takes exactly one uniform, so that the parameters of a law never shift the draws that follow it.
// Our own and not the standard library's, whose distributions differ between implementations.
#pragma once

#include "common/time.h"
#include "emulator/link/hop_config.h"

namespace seawind {

/// The value at quantile `u` in [0, 1).
///  - fixed: the value.
///  - uniform: min + u (max - min).
///  - exponential with parameter m = mean:
///     - redraw (values outside [min, max] drawn again): the inverse of the truncated law,
///       min - m ln(1 - u (1 - exp(-(max - min) / m)));
///     - clamp: the inverse of the plain law, moved to the nearer end when outside.
double value_at(const ValueConfig& law, double u);

/// The same as a duration, rounded to the nearest nanosecond, never negative.
Duration duration_at(const ValueConfig& law, double u);

}  // namespace seawind
