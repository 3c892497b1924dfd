// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/error_model.h"

#include <algorithm>
#include <cmath>

namespace seawind {

bool ErrorModel::corrupted(const StateParameters& state, std::uint32_t size, std::uint64_t dwell) {
  const double u = errors_.uniform();
  const auto* fixed = std::get_if<FixedValue>(&state.error_probability);
  double p = fixed != nullptr ? fixed->value
                              : value_at(state.error_probability, probabilities_.at(dwell), dwell);
  p = std::clamp(p, 0.0, 1.0);
  if (state.error_unit == ErrorUnit::kBit) p = -std::expm1(8.0 * size * std::log1p(-p));
  return u < p;
}

}  // namespace seawind
