// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/config/distributions.h"

#include <fmt/format.h>

#include "common/traces/netem_dist.h"
#include "common/units.h"

namespace seawind::config {
namespace {

// Maximum number of values of a distribution, limited by the size of a control message.
constexpr int kMaxValues = 1'000'000;

std::string above(const char* low_name, double low, const char* high_name, double high, Unit unit) {
  if (low <= high) return {};
  return fmt::format("`{}` {} is above `{}` {}", low_name, format_quantity(low, unit), high_name,
                     format_quantity(high, unit));
}

// Checks min <= middle <= max for the given values, because the middle of a truncated distribution
// lies within its bounds.
template <typename Kind>
std::string cut_problem(const Kind& distribution, const char* name, double middle, Unit unit) {
  if (distribution.has_min() && distribution.has_max() &&
      distribution.min() >= distribution.max()) {
    return "`min` must be below `max`";
  }
  if (distribution.has_min()) {
    if (std::string p = above("min", distribution.min(), name, middle, unit); !p.empty()) return p;
  }
  return distribution.has_max() ? above(name, middle, "max", distribution.max(), unit)
                                : std::string{};
}

std::string problem_of(const Distribution::Uniform& distribution, Unit unit) {
  return above("min", distribution.min(), "max", distribution.max(), unit);
}

std::string problem_of(const Distribution::Exponential& distribution, Unit unit) {
  if (!(distribution.mean() > 0)) return "`mean` must be above 0";
  return cut_problem(distribution, "mean", distribution.mean(), unit);
}

std::string problem_of(const Distribution::Normal& distribution, Unit unit) {
  return cut_problem(distribution, "mean", distribution.mean(), unit);
}

std::string problem_of(const Distribution::Lognormal& distribution, Unit unit) {
  if (!(distribution.median() > 0)) return "`median` must be above 0";
  return cut_problem(distribution, "median", distribution.median(), unit);
}

std::string problem_of(const Distribution::Pareto& distribution, Unit unit) {
  if (!(distribution.scale() > 0)) return "`scale` must be above 0";
  if (distribution.has_max() && distribution.scale() >= distribution.max()) {
    return fmt::format("`max` {} must be above `scale` {}",
                       format_quantity(distribution.max(), unit),
                       format_quantity(distribution.scale(), unit));
  }
  return {};
}

std::string problem_of(const Distribution::Mixture& distribution, Unit unit) {
  if (distribution.parts().empty()) return "`parts` is empty: at least one is needed";
  double weight = 0;
  for (int i = 0; i < distribution.parts_size(); ++i) {
    weight += distribution.parts(i).weight();
    const std::string p =
        above("min", distribution.parts(i).min(), "max", distribution.parts(i).max(), unit);
    if (!p.empty()) return fmt::format("part {}: {}", i + 1, p);
  }
  return weight > 0 ? std::string{} : "the weights are all 0";
}

std::string problem_of(const Distribution::Empirical& distribution, Unit unit) {
  if (distribution.quantiles_size() < 2) return "a table needs at least 2 quantiles";
  if (distribution.quantiles_size() > kMaxValues) {
    return fmt::format("more than {} quantiles", kMaxValues);
  }
  for (int i = 1; i < distribution.quantiles_size(); ++i) {
    if (distribution.quantiles(i - 1) <= distribution.quantiles(i)) continue;
    return fmt::format("quantiles must be in ascending order: {} follows {}",
                       format_quantity(distribution.quantiles(i), unit),
                       format_quantity(distribution.quantiles(i - 1), unit));
  }
  return {};
}

std::string problem_of(const Distribution::Netem& distribution, Unit) {
  if (distribution.table().empty()) {
    return "the table is missing: the message must carry the content of `file`";
  }
  if (distribution.table_size() > static_cast<int>(kMaxNetemEntries)) {
    return fmt::format("a netem table has at most {} entries", kMaxNetemEntries);
  }
  for (const std::int32_t entry : distribution.table()) {
    if (entry < INT16_MIN || entry > INT16_MAX) {
      return fmt::format("the table's entry {} is outside {} to {}", entry, INT16_MIN, INT16_MAX);
    }
  }
  return {};
}

std::string problem_of(const Distribution::List& distribution, Unit) {
  if (distribution.values().empty()) return "a list needs at least one value";
  if (distribution.values_size() > kMaxValues)
    return fmt::format("more than {} values", kMaxValues);
  return {};
}

}  // namespace

Param number_rules(const FieldDescriptor& number, const Param& outer) {
  if (!number.options().HasExtension(seawind::param)) return outer;
  Param rules = rules_of(number);
  if (!rules.spread()) return rules;
  rules.set_unit(outer.unit());
  rules.set_min(format_quantity(0, outer.unit()));
  rules.set_max(outer.max());
  return rules;
}

const FieldDescriptor* written_list(const Descriptor& type) {
  for (int i = 0; i < type.field_count(); ++i)
    if (type.field(i)->is_repeated() && !is_internal(*type.field(i))) return type.field(i);
  return nullptr;
}

bool distribution_needs(const FieldDescriptor& field) {
  if (is_internal(field) || field.has_optional_keyword()) return false;
  if (field.is_repeated()) return field.containing_type()->FindFieldByName("file") == nullptr;
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_STRING) {  // a file has no substitute
    return written_list(*field.containing_type()) == nullptr;
  }
  return field.cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE;
}

std::string order_problem(const Distribution& value, Unit unit) {
  switch (value.kind_case()) {
    case Distribution::kUniform:
      return problem_of(value.uniform(), unit);
    case Distribution::kExponential:
      return problem_of(value.exponential(), unit);
    case Distribution::kNormal:
      return problem_of(value.normal(), unit);
    case Distribution::kLognormal:
      return problem_of(value.lognormal(), unit);
    case Distribution::kPareto:
      return problem_of(value.pareto(), unit);
    case Distribution::kMixture:
      return problem_of(value.mixture(), unit);
    case Distribution::kEmpirical:
      return problem_of(value.empirical(), unit);
    case Distribution::kNetem:
      return problem_of(value.netem(), unit);
    case Distribution::kList:
      return problem_of(value.list(), unit);
    case Distribution::kFixed:
    case Distribution::KIND_NOT_SET:
      break;
  }
  return {};
}

}  // namespace seawind::config
