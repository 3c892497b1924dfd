// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/api/values.h"

#include "common/config/rules.h"
#include "common/units.h"

namespace seawind::spec {
namespace {

struct Bounds {
  double min = 0;
  double max = kUnbounded;
};

Bounds bounds_of(const google::protobuf::Message& message, const std::string& field) {
  const Param& rules = config::rules_of(*message.GetDescriptor()->FindFieldByName(field));
  Bounds out;
  if (!rules.min().empty()) out.min = *parse_quantity(rules.min(), rules.unit()).value;
  if (!rules.max().empty()) out.max = *parse_quantity(rules.max(), rules.unit()).value;
  return out;
}

Truncation truncation(Distribution::Truncation from) {
  return from == Distribution::CLAMP ? Truncation::kClamp : Truncation::kRedraw;
}

template <typename Law>
Bounds cut(const Law& law, Bounds outer) {
  return {law.has_min() ? law.min() : outer.min, law.has_max() ? law.max() : outer.max};
}

ValueConfig mixture(const Distribution::Mixture& from) {
  UniformMixture out;
  for (const auto& part : from.parts()) {
    out.parts.push_back({part.weight(), {part.min(), part.max()}});
  }
  return out;
}

ValueConfig netem(const Distribution::Netem& from) {
  auto table = std::make_shared<std::vector<std::int16_t>>();
  for (const std::int32_t entry : from.table()) {
    table->push_back(static_cast<std::int16_t>(entry));
  }
  return NetemValue{from.mean(), from.sigma(), std::move(table)};
}

ValueConfig within(const Distribution& value, Bounds outer) {
  switch (value.kind_case()) {
    case Distribution::kUniform:
      return UniformValue{value.uniform().min(), value.uniform().max()};
    case Distribution::kExponential: {
      const auto& law = value.exponential();
      const Bounds b = cut(law, outer);
      return ExponentialValue{law.mean(), b.min, b.max, truncation(law.truncation())};
    }
    case Distribution::kNormal: {
      const auto& law = value.normal();
      const Bounds b = cut(law, outer);
      return NormalValue{law.mean(), law.deviation(), b.min, b.max, truncation(law.truncation())};
    }
    case Distribution::kLognormal: {
      const auto& law = value.lognormal();
      const Bounds b = cut(law, outer);
      return LognormalValue{law.median(), law.sigma(), b.min, b.max, truncation(law.truncation())};
    }
    case Distribution::kPareto: {
      const auto& law = value.pareto();
      return ParetoValue{law.scale(), law.shape(), law.has_max() ? law.max() : outer.max,
                         truncation(law.truncation())};
    }
    case Distribution::kMixture:
      return mixture(value.mixture());
    case Distribution::kEmpirical: {
      const auto& q = value.empirical().quantiles();
      return EmpiricalValue{{q.begin(), q.end()}};
    }
    case Distribution::kNetem:
      return netem(value.netem());
    case Distribution::kList: {
      const auto& v = value.list().values();
      return ListValue{std::make_shared<const std::vector<double>>(v.begin(), v.end())};
    }
    case Distribution::kFixed:
    case Distribution::KIND_NOT_SET:
      break;
  }
  return FixedValue{value.fixed()};
}

}  // namespace

BufferLimit buffer_limit(const Limit& limit) {
  BufferLimit out;
  if (limit.has_bytes()) out.bytes = limit.bytes();
  if (limit.has_packets()) out.packets = limit.packets();
  return out;
}

ValueConfig value_config(const Distribution& value, const google::protobuf::Message& message,
                         const std::string& field) {
  return within(value, bounds_of(message, field));
}

ValueConfig value_config(const Distribution& value) {
  return within(value, {});
}

std::optional<ValueConfig> optional_value(const google::protobuf::Message& message,
                                          const std::string& field) {
  const auto* descriptor = message.GetDescriptor()->FindFieldByName(field);
  const auto* reflection = message.GetReflection();
  if (!reflection->HasField(message, descriptor)) return {};
  return value_config(
      dynamic_cast<const Distribution&>(reflection->GetMessage(message, descriptor)), message,
      field);
}

ValueConfig value_of(const google::protobuf::Message& message, const std::string& field) {
  return optional_value(message, field).value_or(ValueConfig(0));
}

}  // namespace seawind::spec
