// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/results/reference.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <cmath>
#include <set>

#include "common/error.h"
#include "controller/results/statistics.h"

namespace seawind {
namespace {

class Reader {
 public:
  explicit Reader(std::string file) : file_(std::move(file)) {}

  [[noreturn]] void fail(const YAML::Node& node, const std::string& what) const {
    const YAML::Mark mark = node.Mark();
    throw Error(fmt::format("{}:{}:{}: error: {}", file_, mark.line + 1, mark.column + 1, what));
  }

  void require_keys(const YAML::Node& map, const std::set<std::string>& known) const {
    if (!map.IsMap()) fail(map, "a map is needed here");
    for (const auto& item : map)
      if (!known.count(item.first.as<std::string>()))
        fail(item.first, fmt::format("unknown key `{}`", item.first.as<std::string>()));
  }

  std::string text(const YAML::Node& map, const char* key, const char* otherwise = nullptr) const {
    const YAML::Node node = map[key];
    if (!node && otherwise) return otherwise;
    if (!node || !node.IsScalar()) fail(map, fmt::format("`{}` is missing", key));
    return node.as<std::string>();
  }

  CaseSelector selector(const YAML::Node& map) const {
    require_keys(map, {"link", "router", "tcp", "workload"});
    return {text(map, "link", ""), text(map, "router", ""), text(map, "tcp", ""),
            text(map, "workload", "")};
  }

  PublishedValue value(const YAML::Node& map) const {
    require_keys(map, {"case", "relative_to", "flow", "metric", "statistic", "value", "unit",
                       "judgement", "source"});
    PublishedValue v;
    v.at = selector(map["case"]);
    if (map["relative_to"]) v.relative_to = selector(map["relative_to"]);
    v.flow = text(map, "flow", "");
    v.metric = text(map, "metric");
    v.statistic = text(map, "statistic", "median");
    if (!std::set<std::string>{"median", "q1", "q3", "iqr", "min", "max"}.count(v.statistic))
      fail(map["statistic"], "`statistic` is one of median, q1, q3, iqr, min, max");
    v.unit = text(map, "unit");
    if (v.relative_to.has_value() != (v.unit == "%"))
      fail(map["unit"], "the unit is % with `relative_to`, and only then");
    v.source = text(map, "source");
    const std::string judgement = text(map, "judgement");
    if (judgement.size() != 1 || judgement[0] < 'A' || judgement[0] > 'E')
      fail(map["judgement"], "`judgement` is one of A, B, C, D, E");
    v.judgement = judgement[0];
    try {
      v.value = map["value"].as<double>();
    } catch (const YAML::Exception&) {
      fail(map, "`value` is not a number");
    }
    return v;
  }

 private:
  std::string file_;
};

double pick(const Statistics& s, const std::string& statistic) {
  if (statistic == "q1") return s.q1;
  if (statistic == "q3") return s.q3;
  if (statistic == "iqr") return s.iqr();
  if (statistic == "min") return s.min;
  if (statistic == "max") return s.max;
  return s.median;
}

Agreement judge(const PublishedValue& p, double measured, double difference) {
  const double size = std::abs(difference);
  switch (p.judgement) {
    case 'A':
      return size <= 1 ? Agreement::kWithin : Agreement::kOutside;
    case 'B':
      return size <= 3 ? Agreement::kWithin : Agreement::kOutside;
    case 'C':
      if (p.relative_to) return measured * p.value > 0 ? Agreement::kWithin : Agreement::kOutside;
      return size <= 30 ? Agreement::kWithin : Agreement::kOutside;
    default:
      return Agreement::kNotExpected;
  }
}

/// The statistic of the only case the selector matches and that has values.
std::optional<std::pair<double, const CaseResults*>> measure(
    const CaseSelector& at, const PublishedValue& p, const std::vector<CaseResults>& cases) {
  const CaseResults* found = nullptr;
  for (const auto& c : cases) {
    if (!at.matches(c) || c.of(p.flow, p.metric).empty()) continue;
    if (found) return {};  // ambiguous: nothing to compare with
    found = &c;
  }
  if (!found) return {};
  return std::pair(pick(summarize(found->of(p.flow, p.metric)), p.statistic), found);
}

}  // namespace

bool CaseSelector::matches(const CaseResults& c) const {
  const auto same = [](const std::string& wanted, const std::string& found) {
    return wanted.empty() || wanted == found;
  };
  return same(link, c.link) && same(router, c.router) && same(tcp, c.tcp) &&
         same(workload, c.workload);
}

std::vector<PublishedValue> load_reference(const std::filesystem::path& file) {
  YAML::Node root;
  try {
    root = YAML::LoadFile(file.string());
  } catch (const YAML::BadFile&) {
    throw Error(fmt::format("cannot read the published values {}", file.string()));
  } catch (const YAML::ParserException& e) {
    throw Error(fmt::format("{}:{}:{}: error: {}", file.string(), e.mark.line + 1,
                            e.mark.column + 1, e.msg));
  }
  const Reader reader(file.string());
  reader.require_keys(root, {"description", "values"});
  std::vector<PublishedValue> out;
  for (const auto& node : root["values"]) out.push_back(reader.value(node));
  return out;
}

std::vector<Comparison> compare(const std::vector<PublishedValue>& published,
                                const std::vector<CaseResults>& cases) {
  std::vector<Comparison> out;
  for (const auto& p : published) {
    const auto here = measure(p.at, p, cases);
    if (!here) continue;
    Comparison c{p, here->second->name, here->first, 0, Agreement::kNotExpected};
    if (p.relative_to) {
      const auto base = measure(*p.relative_to, p, cases);
      if (!base || base->first == 0) continue;
      c.measured = 100 * (here->first / base->first - 1);
      c.difference = c.measured - p.value;
    } else {
      c.difference = 100 * (here->first / p.value - 1);
    }
    c.agreement = judge(p, c.measured, c.difference);
    out.push_back(std::move(c));
  }
  return out;
}

}  // namespace seawind
