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
template <typename Law>
std::string cut_problem(const Law& law, const char* name, double middle, Unit unit) {
  if (law.has_min() && law.has_max() && law.min() >= law.max()) {
    return "`min` must be below `max`";
  }
  if (law.has_min()) {
    if (std::string p = above("min", law.min(), name, middle, unit); !p.empty()) return p;
  }
  return law.has_max() ? above(name, middle, "max", law.max(), unit) : std::string{};
}

std::string problem_of(const Distribution::Uniform& law, Unit unit) {
  return above("min", law.min(), "max", law.max(), unit);
}

std::string problem_of(const Distribution::Exponential& law, Unit unit) {
  if (!(law.mean() > 0)) return "`mean` must be above 0";
  return cut_problem(law, "mean", law.mean(), unit);
}

std::string problem_of(const Distribution::Normal& law, Unit unit) {
  return cut_problem(law, "mean", law.mean(), unit);
}

std::string problem_of(const Distribution::Lognormal& law, Unit unit) {
  if (!(law.median() > 0)) return "`median` must be above 0";
  return cut_problem(law, "median", law.median(), unit);
}

std::string problem_of(const Distribution::Pareto& law, Unit unit) {
  if (!(law.scale() > 0)) return "`scale` must be above 0";
  if (law.has_max() && law.scale() >= law.max()) {
    return fmt::format("`max` {} must be above `scale` {}", format_quantity(law.max(), unit),
                       format_quantity(law.scale(), unit));
  }
  return {};
}

std::string problem_of(const Distribution::Mixture& law, Unit unit) {
  if (law.parts().empty()) return "`parts` is empty: at least one is needed";
  double weight = 0;
  for (int i = 0; i < law.parts_size(); ++i) {
    weight += law.parts(i).weight();
    const std::string p = above("min", law.parts(i).min(), "max", law.parts(i).max(), unit);
    if (!p.empty()) return fmt::format("part {}: {}", i + 1, p);
  }
  return weight > 0 ? std::string{} : "the weights are all 0";
}

std::string problem_of(const Distribution::Empirical& law, Unit unit) {
  if (law.quantiles_size() < 2) return "a table needs at least 2 quantiles";
  if (law.quantiles_size() > kMaxValues) {
    return fmt::format("more than {} quantiles", kMaxValues);
  }
  for (int i = 1; i < law.quantiles_size(); ++i) {
    if (law.quantiles(i - 1) <= law.quantiles(i)) continue;
    return fmt::format("quantiles must be in ascending order: {} follows {}",
                       format_quantity(law.quantiles(i), unit),
                       format_quantity(law.quantiles(i - 1), unit));
  }
  return {};
}

std::string problem_of(const Distribution::Netem& law, Unit) {
  if (law.table().empty()) {
    return "the table is missing: the message must carry the content of `file`";
  }
  if (law.table_size() > static_cast<int>(kMaxNetemEntries)) {
    return fmt::format("a netem table has at most {} entries", kMaxNetemEntries);
  }
  for (const std::int32_t entry : law.table()) {
    if (entry < INT16_MIN || entry > INT16_MAX) {
      return fmt::format("the table's entry {} is outside {} to {}", entry, INT16_MIN, INT16_MAX);
    }
  }
  return {};
}

std::string problem_of(const Distribution::List& law, Unit) {
  if (law.values().empty()) return "a list needs at least one value";
  if (law.values_size() > kMaxValues) return fmt::format("more than {} values", kMaxValues);
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
