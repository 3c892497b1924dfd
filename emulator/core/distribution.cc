// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/core/distribution.h"

#include <algorithm>
#include <cmath>

#include "common/quantile.h"

namespace seawind {
namespace {

double normal_share(double z) {
  return 0.5 * std::erfc(-z / std::sqrt(2.0));
}

// The standard normal distribution truncated to [low, high]. The upper tail is computed by
// symmetry, because shares near 1 have too few significant digits.
double cut_normal(double low, double high, double u) {
  if (low > 0) return -cut_normal(-high, -low, 1 - u);
  const double from = normal_share(low);
  const double to = normal_share(high);
  const double p = from + u * (to - from);
  if (!(to > from) || p <= 0) return std::max(low, std::min(high, 0.0));
  return p >= 1 ? high : std::clamp(normal_quantile(p), low, high);
}

// Moves u = 0 half a step up, since the quantile of an unbounded distribution at 0 is infinite.
double inside(double u) {
  return std::max(u, 0x1.0p-54);
}

double at(const FixedValue& law, double, std::uint64_t) {
  return law.value;
}

double at(const UniformValue& law, double u, std::uint64_t) {
  return law.min + u * (law.max - law.min);
}

double at(const ExponentialValue& law, double u, std::uint64_t) {
  if (law.truncation == Truncation::kClamp) {
    return std::clamp(-law.mean * std::log1p(-u), law.min, law.max);
  }
  const double share = -std::expm1(-(law.max - law.min) / law.mean);  // 1 when max is infinite
  return law.min - law.mean * std::log1p(-u * share);
}

double at(const NormalValue& law, double u, std::uint64_t) {
  if (!(law.deviation > 0)) return std::clamp(law.mean, law.min, law.max);
  if (law.truncation == Truncation::kClamp) {
    return std::clamp(law.mean + law.deviation * normal_quantile(inside(u)), law.min, law.max);
  }
  const double z = cut_normal((law.min - law.mean) / law.deviation,
                              (law.max - law.mean) / law.deviation, inside(u));
  return std::clamp(law.mean + law.deviation * z, law.min, law.max);
}

double at(const LognormalValue& law, double u, std::uint64_t) {
  if (!(law.sigma > 0) || !(law.median > 0)) return std::clamp(law.median, law.min, law.max);
  if (law.truncation == Truncation::kClamp) {
    return std::clamp(law.median * std::exp(law.sigma * normal_quantile(inside(u))), law.min,
                      law.max);
  }
  const auto place = [&](double x) {
    return x > 0 ? std::log(x / law.median) / law.sigma : -kUnbounded;
  };
  const double z = cut_normal(place(law.min), place(law.max), inside(u));
  return std::clamp(law.median * std::exp(law.sigma * z), law.min, law.max);
}

double at(const ParetoValue& law, double u, std::uint64_t) {
  double survivors = 1 - u;
  if (law.truncation == Truncation::kRedraw && law.max < kUnbounded) {
    survivors = 1 - u * (1 - std::pow(law.scale / law.max, law.shape));
  }
  return std::min(law.scale * std::pow(survivors, -1 / law.shape), std::max(law.max, law.scale));
}

double at(const UniformMixture& law, double u, std::uint64_t) {
  double total = 0;
  for (const auto& part : law.parts) total += part.weight;
  double left = u * total;
  const UniformMixture::Part* chosen = nullptr;
  double place = 0;
  for (const auto& part : law.parts) {
    if (!(part.weight > 0)) continue;
    chosen = &part;
    place = std::min(left / part.weight, 1.0);
    if (left < part.weight) break;
    left -= part.weight;
  }
  return chosen == nullptr ? 0 : at(chosen->range, place, 0);
}

double at(const EmpiricalValue& law, double u, std::uint64_t) {
  if (law.quantiles.empty()) return 0;
  return quantile(law.quantiles, u);
}

double at(const NetemValue& law, double u, std::uint64_t) {
  if (law.table == nullptr || law.table->empty()) return std::max(law.mean, 0.0);
  const std::size_t size = law.table->size();
  const std::size_t i = std::min(static_cast<std::size_t>(u * static_cast<double>(size)), size - 1);
  return std::max(law.mean + law.sigma * (*law.table)[i] / 8192, 0.0);
}

double at(const ListValue& law, double, std::uint64_t n) {
  if (law.values == nullptr || law.values->empty()) return 0;
  return (*law.values)[n % law.values->size()];
}

constexpr double kLargest = 1e18;  // 31 years in ns; sums of a few such values do not overflow

std::int64_t rounded(double value) {
  return std::isnan(value) ? 0 : std::llround(std::clamp(value, 0.0, kLargest));
}

double mean(const ExponentialValue& law) {
  if (!(law.mean > 0)) return law.min;
  const double beyond_min = std::exp(-law.min / law.mean);  // P(X > min)
  const double beyond_max = std::exp(-law.max / law.mean);
  if (law.truncation == Truncation::kClamp) return law.min + law.mean * (beyond_min - beyond_max);
  const double share = -std::expm1(-(law.max - law.min) / law.mean);  // of what is beyond min
  if (!(share > 0)) return law.min;
  const double cut = law.max < kUnbounded ? (law.max - law.min) * (1 - share) / share : 0;
  return law.min + law.mean - cut;
}

/// The median where the mean is infinite.
double mean(const ParetoValue& law) {
  const double a = law.shape;
  if (!(law.max < kUnbounded))
    return a > 1 ? law.scale * a / (a - 1) : law.scale * std::pow(2, 1 / a);
  if (law.max <= law.scale) return law.scale;
  const double beyond = std::pow(law.scale / law.max, a);  // P(X > max)
  const double inside = a == 1 ? law.scale * std::log(law.max / law.scale)
                               : a / (a - 1) * (law.scale - law.max * beyond);
  return law.truncation == Truncation::kClamp ? inside + law.max * beyond : inside / (1 - beyond);
}

double mean(const UniformMixture& law) {
  double sum = 0;
  double weights = 0;
  for (const UniformMixture::Part& part : law.parts) {
    sum += part.weight * (part.range.min + part.range.max) / 2;
    weights += part.weight;
  }
  return weights > 0 ? sum / weights : 0;
}

double least(const FixedValue& law) {
  return law.value;
}
double least(const UniformValue& law) {
  return law.min;
}
double least(const ParetoValue& law) {
  return law.scale;
}
double least(const UniformMixture& law) {
  double out = kUnbounded;
  for (const UniformMixture::Part& part : law.parts)
    if (part.weight > 0) out = std::min(out, part.range.min);
  return out == kUnbounded ? 0 : out;
}
double least(const EmpiricalValue& law) {
  return law.quantiles.empty() ? 0 : law.quantiles.front();
}
double least(const NetemValue&) {
  return 0;
}
double least(const ListValue& law) {
  return law.values == nullptr || law.values->empty() ? 0 : *std::ranges::min_element(*law.values);
}
double least(const auto& truncated) {
  return truncated.min;
}

}  // namespace

double value_at(const ValueConfig& law, double u, std::uint64_t n) {
  return std::visit([u, n](const auto& l) { return at(l, u, n); },
                    static_cast<const DistributionVariant&>(law));
}

Duration duration_at(const ValueConfig& law, double u, std::uint64_t n) {
  if (const auto* fixed = std::get_if<FixedValue>(&law)) {
    return Duration::nanoseconds(rounded(fixed->value));
  }
  return Duration::nanoseconds(rounded(value_at(law, u, n)));
}

std::int64_t count_at(const ValueConfig& law, double u, std::uint64_t n) {
  return rounded(value_at(law, u, n));
}

std::uint64_t ListPositions::take_from(const ListValue& list) {
  if (taken_.size() <= list.owner) taken_.resize(list.owner + 1);
  Taken& taken = taken_[list.owner];
  if (taken.list != list) taken.values = 0;
  taken.list = list;
  return taken.values++;
}

double least_of(const ValueConfig& law) {
  return std::max(0.0, std::visit([](const auto& one) { return least(one); },
                                  static_cast<const DistributionVariant&>(law)));
}

double mean_of(const ValueConfig& law) {
  if (const auto* fixed = std::get_if<FixedValue>(&law)) return fixed->value;
  if (const auto* uniform = std::get_if<UniformValue>(&law))
    return (uniform->min + uniform->max) / 2;
  if (const auto* exponential = std::get_if<ExponentialValue>(&law)) return mean(*exponential);
  if (const auto* pareto = std::get_if<ParetoValue>(&law)) return mean(*pareto);
  if (const auto* mixture = std::get_if<UniformMixture>(&law)) return mean(*mixture);
  std::uint64_t steps = 1U << 14U;
  if (const auto* list = std::get_if<ListValue>(&law)) {
    steps = list->values == nullptr ? 0 : list->values->size();
  }
  double sum = 0;
  for (std::uint64_t i = 0; i < steps; ++i) {
    sum += value_at(law, (static_cast<double>(i) + 0.5) / static_cast<double>(steps), i);
  }
  return steps == 0 ? 0 : sum / static_cast<double>(steps);
}

}  // namespace seawind
