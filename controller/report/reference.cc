// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/reference.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "common/error.h"
#include "common/printable.h"
#include "controller/measure/statistics.h"
#include "controller/report/yaml_places.h"

namespace seawind {
namespace {

class Reader : public YamlPlaces {
 public:
  using YamlPlaces::YamlPlaces;

  std::string text(const YAML::Node& map, const char* key, const char* otherwise = nullptr) const {
    const YAML::Node node = map[key];
    if (!node && otherwise) return otherwise;
    if (!node || !node.IsScalar()) fail(map, fmt::format("`{}` is missing", key));
    return printable(node.Scalar());
  }

  CaseSelector selector(const YAML::Node& map) const {
    require_keys(map, {"link", "router", "tcp", "workload"});
    return {text(map, "link", ""), text(map, "router", ""), text(map, "tcp", ""),
            text(map, "workload", "")};
  }

  StartSelector start(const YAML::Node& map) const {
    require_keys(map, {"flow", "from", "to"});
    return {text(map, "flow"), number(map, "from"), number(map, "to")};
  }

  PublishedValue value(const YAML::Node& map) const {
    require_keys(map, {"case", "relative_to", "start", "flow", "metric", "statistic", "value",
                       "step", "unit", "judgement", "source"});
    PublishedValue v;
    v.at = selector(map["case"]);
    if (map["relative_to"]) v.relative_to = selector(map["relative_to"]);
    v.flow = text(map, "flow", "");
    v.metric = text(map, "metric");
    v.statistic = text(map, "statistic", "median");
    if (!std::set<std::string>{"median", "q1", "q3", "iqr", "min", "max", "mean", "share"}.count(
            v.statistic))
      fail(map["statistic"], "`statistic` is one of median, q1, q3, iqr, min, max, mean, share");
    if (map["start"]) v.start = start(map["start"]);
    v.unit = text(map, "unit");
    v.place = place(map["unit"].Mark());
    if (v.relative_to.has_value() != (v.unit == "%"))
      fail(map["unit"], "`unit` must be % with `relative_to`, and must not be % without it");
    v.source = text(map, "source");
    const std::string judgement = text(map, "judgement");
    if (judgement.size() != 1 || judgement[0] < 'A' || judgement[0] > 'E')
      fail(map["judgement"], "`judgement` is one of A, B, C, D, E");
    v.judgement = judgement[0];
    v.value = number(map, "value");
    if (map["step"]) v.step = number(map, "step");
    if (v.step < 0) fail(map["step"], "`step` must not be negative");
    return v;
  }

  /// The replacements for each value of an axis.
  using Axis = std::map<std::string, std::string>;
  using Substitutes = std::map<std::string, Axis>;
  Substitutes substitutes(const YAML::Node& map) const {
    require_keys(map, {"link", "router", "tcp", "workload"});
    if (map.size() == 0) fail(map, "a stand-in must name at least one axis");
    Substitutes out;
    for (const auto& axis : map) {
      const std::string name = axis.first.Scalar();
      if (!axis.second.IsMap())
        fail(axis.second, "expected a map from published values to their replacements");
      for (const auto& pair : axis.second) {
        if (!pair.first.IsScalar()) fail(pair.first, "a name is needed here");
        if (!pair.second.IsScalar()) fail(pair.second, "a name is needed here");
        out[name][printable(pair.first.Scalar())] = printable(pair.second.Scalar());
      }
    }
    return out;
  }
};

double pick(const std::vector<double>& values, const std::string& statistic) {
  const Statistics s = summarize(values);
  if (statistic == "mean") return s.mean;
  if (statistic == "share")
    return static_cast<double>(
               std::count_if(values.begin(), values.end(), [](double v) { return v > 0; })) /
           static_cast<double>(values.size());
  if (statistic == "q1") return s.q1;
  if (statistic == "q3") return s.q3;
  if (statistic == "iqr") return s.iqr();
  if (statistic == "min") return s.min;
  if (statistic == "max") return s.max;
  return s.median;
}

Agreement judge(const PublishedValue& p, double measured, double difference) {
  if (p.value == 0 && !p.relative_to && p.judgement <= 'C')
    return std::abs(measured) <= p.step / 2 ? Agreement::kWithin : Agreement::kOutside;
  const double step = p.relative_to ? p.step : 100 * p.step / std::abs(p.value);
  const double size = std::max(0.0, std::abs(difference) - step / 2);
  if (p.judgement > 'C') return Agreement::kNotExpected;
  if (p.judgement == 'C' && measured * p.value < 0) return Agreement::kOutside;
  return size <= tolerance(p.judgement) ? Agreement::kWithin : Agreement::kOutside;
}

/// Replaces the values that have a stand-in. Returns whether every axis of the stand-in was
/// replaced.
bool replace(CaseSelector& at, const Reader::Substitutes& substitutes) {
  std::size_t replaced = 0;
  for (const auto& [axis, field] :
       {std::pair("link", &at.link), std::pair("router", &at.router), std::pair("tcp", &at.tcp),
        std::pair("workload", &at.workload)}) {
    const auto values = substitutes.find(axis);
    if (values == substitutes.end()) continue;
    const auto other = values->second.find(*field);
    if (other == values->second.end()) continue;
    *field = other->second;
    ++replaced;
  }
  return replaced == substitutes.size();
}

/// The case's values in the selected repetitions.
std::vector<double> values_of(const CaseResults& c, const PublishedValue& p) {
  const std::vector<double>& all = c.of(p.flow, p.metric);
  if (!p.start) return all;
  const auto& starts = c.of(p.start->flow, "start");
  const auto& start_numbers = c.numbers_of(p.start->flow, "start");
  const auto& numbers = c.numbers_of(p.flow, p.metric);
  std::vector<double> out;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto at = std::find(start_numbers.begin(), start_numbers.end(), numbers[i]);
    if (at == start_numbers.end()) continue;
    const double start = starts[static_cast<std::size_t>(at - start_numbers.begin())];
    if (p.start->from <= start && start < p.start->to) out.push_back(all[i]);
  }
  return out;
}

struct Measured {
  double value = 0;
  std::size_t repetitions = 0;
  const CaseResults* of = nullptr;
};

/// The statistic of the one case that matches the selector and has values.
std::optional<Measured> measure(const CaseSelector& at, const PublishedValue& p,
                                const std::vector<CaseResults>& cases) {
  const CaseResults* found = nullptr;
  for (const auto& c : cases) {
    if (!at.matches(c) || c.of(p.flow, p.metric).empty()) continue;
    if (found) return {};  // ambiguous: no comparison
    found = &c;
  }
  if (!found) return {};
  const auto values = values_of(*found, p);
  if (values.empty()) return {};
  return Measured{pick(values, p.statistic), values.size(), found};
}

std::vector<PublishedValue> read_values(const YAML::Node& root, const Reader& reader) {
  reader.require_keys(root, {"description", "stand_ins", "values"});
  if (root["values"] && !root["values"].IsSequence())
    reader.fail(root["values"], "`values` is a list");
  std::vector<PublishedValue> out;
  const auto add = [&](const YAML::Node& node, PublishedValue value) {
    if (out.size() == kMaxPublished)
      reader.fail(node, fmt::format("more than {} values with their stand-ins", kMaxPublished));
    out.push_back(std::move(value));
  };
  for (const auto& node : root["values"]) add(node, reader.value(node));
  const std::vector<PublishedValue> published = out;
  if (root["stand_ins"] && !root["stand_ins"].IsSequence())
    reader.fail(root["stand_ins"], "`stand_ins` is a list");
  if (root["stand_ins"] && root["stand_ins"].size() > kMaxStandIns)
    reader.fail(root["stand_ins"], fmt::format("more than {} stand-ins", kMaxStandIns));
  for (const auto& node : root["stand_ins"]) {
    const Reader::Substitutes substitutes = reader.substitutes(node);
    for (PublishedValue value : published) {
      if (!replace(value.at, substitutes)) continue;
      if (value.relative_to) replace(*value.relative_to, substitutes);
      add(node, std::move(value));
    }
  }
  return out;
}

/// In percent of the base's magnitude, so that a higher value gives a positive number.
double percent_above(double value, double base) {
  return 100 * (value - base) / std::abs(base);
}

void require_same_unit(const PublishedValue& p, const CaseResults& measured) {
  const auto unit = measured.units.find({p.flow, p.metric});
  if (p.relative_to || p.statistic == "share" || unit == measured.units.end() ||
      p.unit == unit->second)
    return;
  throw UsageError(fmt::format("{}: error: `unit` is {}, but {} is measured in {}", p.place, p.unit,
                               p.metric, unit->second));
}

}  // namespace

bool CaseSelector::matches(const CaseResults& c) const {
  const auto same = [](const std::string& wanted, const std::string& found) {
    return wanted.empty() || wanted == found;
  };
  return same(link, c.link) && same(router, c.router) && same(tcp, c.tcp) &&
         same(workload, c.workload);
}

std::string statistic_text(const PublishedValue& published) {
  if (!published.start) return published.statistic;
  return fmt::format("{} ({:g}-{:g}s)", published.statistic, published.start->from,
                     published.start->to);
}

std::vector<PublishedValue> load_reference(const std::filesystem::path& file) {
  const Reader reader(file.string());
  return reader.load(kLargestReference,
                     [&](const YAML::Node& root) { return read_values(root, reader); });
}

Tally tally(const std::vector<Comparison>& comparisons, char judgement) {
  Tally t;
  for (const auto& c : comparisons) {
    if (c.published.judgement != judgement) continue;
    ++(c.agreement == Agreement::kWithin    ? t.within
       : c.agreement == Agreement::kOutside ? t.outside
                                            : t.not_expected);
  }
  return t;
}

std::vector<Comparison> compare(const std::vector<PublishedValue>& published,
                                const std::vector<CaseResults>& cases) {
  std::vector<Comparison> out;
  for (const auto& p : published) {
    const auto here = measure(p.at, p, cases);
    if (!here) continue;
    require_same_unit(p, *here->of);
    Comparison c{p, here->of->name, here->value, 0, here->repetitions, Agreement::kNotExpected};
    if (p.relative_to) {
      const auto base = measure(*p.relative_to, p, cases);
      if (!base || base->value == 0) continue;
      c.measured = percent_above(here->value, base->value);
      c.difference = c.measured - p.value;
    } else {
      c.difference = p.value == 0 ? here->value : percent_above(here->value, p.value);
    }
    c.agreement = judge(p, c.measured, c.difference);
    out.push_back(std::move(c));
  }
  return out;
}

int tolerance(char judgement) {
  return judgement == 'A' ? 1 : judgement == 'B' ? 3 : 30;
}

std::string base_text(const PublishedValue& p) {
  if (!p.relative_to) return {};
  std::string text = "against";
  for (const auto axis :
       {&CaseSelector::link, &CaseSelector::router, &CaseSelector::tcp, &CaseSelector::workload})
    if ((*p.relative_to).*axis != p.at.*axis) text += " " + (*p.relative_to).*axis;
  return text;
}

std::string difference_text(const Comparison& comparison) {
  const PublishedValue& p = comparison.published;
  return p.value == 0 && !p.relative_to ? fmt::format("{:+.4g}", comparison.difference)
                                        : fmt::format("{:+.1f}", comparison.difference);
}

std::string difference_unit(const Comparison& comparison) {
  const PublishedValue& p = comparison.published;
  if (p.relative_to) return "pt";
  if (p.value != 0) return "%";
  return p.unit == "1" ? "" : p.unit;
}

}  // namespace seawind
