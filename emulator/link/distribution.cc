// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/distribution.h"

#include <algorithm>
#include <cmath>

namespace seawind {
namespace {

double at(const FixedValue& law, double) {
  return law.value;
}

double at(const UniformValue& law, double u) {
  return law.min + u * (law.max - law.min);
}

double at(const ExponentialValue& law, double u) {
  if (law.truncation == Truncation::kClamp) {
    return std::clamp(-law.mean * std::log1p(-u), law.min, law.max);
  }
  const double share = -std::expm1(-(law.max - law.min) / law.mean);  // 1 when max is infinite
  return law.min - law.mean * std::log1p(-u * share);
}

template <typename NotYet>
double at(const NotYet&, double) {
  return 0;
}

}  // namespace

double value_at(const ValueConfig& law, double u) {
  return std::visit([u](const auto& l) { return at(l, u); }, static_cast<const Law&>(law));
}

Duration duration_at(const ValueConfig& law, double u) {
  constexpr double kLongest = 1e18;  // 31 years, so that no sum of a few overflows
  return Duration::nanoseconds(std::llround(std::clamp(value_at(law, u), 0.0, kLongest)));
}

}  // namespace seawind
