// SPDX-License-Identifier: GPL-3.0-or-later
// A fixed or random value, in the base unit of its parameter (nanoseconds, bit/s, packets).
// distribution.h draws it; every distribution, including a fixed value, consumes exactly one
// uniform.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
#include <variant>
#include <vector>

#include "common/time.h"

namespace seawind {

inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// Shared tables are equal if their contents are.
template <typename T>
bool same_content(const std::shared_ptr<const T>& a, const std::shared_ptr<const T>& b) {
  return a == b || (a != nullptr && b != nullptr && *a == *b);
}

enum class Truncation { kRedraw, kClamp };  // treatment of values outside [min, max]

struct FixedValue {
  double value = 0;
  bool operator==(const FixedValue&) const = default;
};
struct UniformValue {
  double min = 0;
  double max = 0;
  bool operator==(const UniformValue&) const = default;
};
struct ExponentialValue {
  double mean = 0;
  double min = 0;
  double max = kUnbounded;
  Truncation truncation = Truncation::kRedraw;
  bool operator==(const ExponentialValue&) const = default;
};
struct NormalValue {
  double mean = 0;
  double deviation = 0;
  double min = 0;
  double max = kUnbounded;
  Truncation truncation = Truncation::kRedraw;
  bool operator==(const NormalValue&) const = default;
};
struct LognormalValue {
  double median = 0;  // exp(mu)
  double sigma = 0;   // of the logarithm
  double min = 0;
  double max = kUnbounded;
  Truncation truncation = Truncation::kRedraw;
  bool operator==(const LognormalValue&) const = default;
};
struct ParetoValue {
  double scale = 0;  // the smallest value
  double shape = 1;
  double max = kUnbounded;
  Truncation truncation = Truncation::kRedraw;
  bool operator==(const ParetoValue&) const = default;
};
struct UniformMixture {
  struct Part {
    double weight = 0;  // relative
    UniformValue range;
    bool operator==(const Part&) const = default;
  };
  std::vector<Part> parts;
  bool operator==(const UniformMixture&) const = default;
};
/// Quantiles at equal steps of probability from 0 to 1, ascending; linear interpolation.
struct EmpiricalValue {
  std::vector<double> quantiles;
  bool operator==(const EmpiricalValue&) const = default;
};
/// A table of netem (.dist): mean + sigma x T[i] / 8192, never negative.
struct NetemValue {
  double mean = 0;
  double sigma = 0;
  std::shared_ptr<const std::vector<std::int16_t>> table;
  bool operator==(const NetemValue& other) const {
    return mean == other.mean && sigma == other.sigma && same_content(table, other.table);
  }
};
/// The values in order, repeatedly.
struct ListValue {
  std::shared_ptr<const std::vector<double>> values;
  /// Lists that are drawn from one stream and have the same owner are one: 0 that of all channel
  /// states without a list of their own, 1 + i that of state i.
  std::uint32_t owner = 0;
  bool operator==(const ListValue& other) const { return same_content(values, other.values); }
};
using DistributionVariant =
    std::variant<FixedValue, UniformValue, ExponentialValue, NormalValue, LognormalValue,
                 ParetoValue, UniformMixture, EmpiricalValue, NetemValue, ListValue>;

/// One of these distributions; a plain number or a duration is a fixed value.
struct ValueConfig : DistributionVariant {
  using DistributionVariant::DistributionVariant;
  template <typename Number>
  requires std::is_arithmetic_v<Number> ValueConfig(Number value)
      : DistributionVariant(FixedValue{static_cast<double>(value)}) {}
  ValueConfig(Duration value) : ValueConfig(value.ns()) {}
  bool operator==(const ValueConfig& other) const {
    return static_cast<const DistributionVariant&>(*this) ==
           static_cast<const DistributionVariant&>(other);
  }

  /// The value if it is fixed; otherwise 0.
  double fixed_value() const {
    const auto* law = std::get_if<FixedValue>(this);
    return law == nullptr ? 0 : law->value;
  }
};

}  // namespace seawind
