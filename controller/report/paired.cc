// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/paired.h"

#include <fmt/format.h>
#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <map>

#include "common/units.h"
#include "controller/report/named.h"

namespace seawind {
namespace {

/// Whether the links of two cases are the same in the course of a repetition. Routers may differ:
/// campaigns compare them.
bool have_same_channel(const Case& a, const Case& b) {
  google::protobuf::util::MessageDifferencer links;
  links.IgnoreField(
      LinkProfile::descriptor()->FindFieldByNumber(LinkProfile::kDescriptionFieldNumber));
  // Each change contains the whole link; a change of the router alone repeats it.
  const auto course = [&](const Case& c) {
    std::vector<std::pair<std::int64_t, const LinkProfile*>> out{{0, &c.link()}};
    for (const TimedChangeSpec& change : c.changes())
      if (!links.Compare(change.hop().link(), *out.back().second))
        out.emplace_back(change.at_ns(), &change.hop().link());
    return out;
  };
  return std::ranges::equal(course(a), course(b), [&](const auto& one, const auto& other) {
    return one.first == other.first && links.Compare(*one.second, *other.second);
  });
}

}  // namespace

std::vector<PairedRow> compare_pairwise(const CaseResults& a, const CaseResults& b,
                                        const std::vector<MetricKey>& wanted, double confidence) {
  std::vector<MetricKey> keys = wanted;
  if (keys.empty())
    for (const auto& [key, values] : a.samples) keys.push_back(key);
  std::vector<PairedRow> out;
  for (const auto& [flow, metric] : keys) {
    const auto& numbers_a = a.numbers_of(flow, metric);
    const auto& numbers_b = b.numbers_of(flow, metric);
    std::vector<double> values_a;
    std::vector<double> values_b;
    for (std::size_t i = 0; i < numbers_a.size(); ++i) {
      const auto at = std::lower_bound(numbers_b.begin(), numbers_b.end(), numbers_a[i]);
      if (at == numbers_b.end() || *at != numbers_a[i]) continue;
      values_a.push_back(a.of(flow, metric)[i]);
      values_b.push_back(b.of(flow, metric)[static_cast<std::size_t>(at - numbers_b.begin())]);
    }
    if (values_a.size() < 2) continue;
    const auto unit = a.units.find({flow, metric});
    out.push_back({a.name, b.name, flow, metric, unit == a.units.end() ? "" : unit->second,
                   compare_pairs(values_a, values_b, confidence)});
  }
  return out;
}

std::vector<PairedRow> compare_campaigns(const CampaignResults& a, const CampaignResults& b,
                                         const std::string& b_label,
                                         const std::vector<MetricKey>& wanted, double confidence,
                                         const PairProgress& progress) {
  std::vector<PairedRow> rows;
  int done = 0;
  for (const auto& c : a.cases) {
    if (const CaseResults* same = find_case(b, c.name)) {
      std::vector<CaseResults> both{c, *same};
      fill_drops_of_other_cases(both);
      both[1].name += b_label;
      const auto more = compare_pairwise(both[0], both[1], wanted, confidence);
      rows.insert(rows.end(), more.begin(), more.end());
    }
    if (progress) progress(++done, static_cast<int>(a.cases.size()));
  }
  return rows;
}

std::string different_repetitions(const CampaignInfo& a, const Plan& plan_a, const CampaignInfo& b,
                                  const Plan& plan_b) {
  const auto in_b = [&plan_b](const Case& one) {
    return std::ranges::any_of(plan_b.cases(),
                               [&one](const Case& other) { return other.id() == one.id(); });
  };
  if (std::ranges::none_of(plan_a.cases(), in_b)) return "the campaigns have no case in common";
  if (a.seed != b.seed)
    return fmt::format(
        "the campaigns have different seeds ({} and {}): their repetitions had different channels",
        a.seed, b.seed);
  if (plan_a.test_set().settle() != plan_b.test_set().settle())
    return fmt::format("`settle` differs ({} and {}): the flows met the channel at different times",
                       short_duration(plan_a.test_set().settle()),
                       short_duration(plan_b.test_set().settle()));
  const auto common =
      static_cast<int>(std::min(plan_a.test_set().repetitions(), plan_b.test_set().repetitions()));
  std::map<std::string, const Case*> cases;
  for (const Case& c : plan_b.cases()) cases[c.id()] = &c;
  for (const Case& one : plan_a.cases()) {
    const auto other = cases.find(one.id());
    if (other == cases.end()) continue;
    if (!have_same_channel(one, *other->second))
      return fmt::format("the links of {} differ: its repetitions had different channels",
                         one.id());
    if (one.workload().flows_size() != other->second->workload().flows_size()) continue;
    for (int number = 0; number < common; ++number) {
      const auto starts_a = plan_repetition(plan_a, one, number).starts;
      const auto starts_b = plan_repetition(plan_b, *other->second, number).starts;
      for (std::size_t i = 0; i < starts_a.size(); ++i)
        if (starts_a[i].at != starts_b[i].at)
          return fmt::format(
              "flows start at different times: `{}` in repetition {} of {} after {} and {}",
              one.workload().flows(static_cast<int>(i)).name(), number, one.id(),
              short_duration(starts_a[i].at.ns()), short_duration(starts_b[i].at.ns()));
    }
  }
  return {};
}

std::vector<PairedRow> compare_with_case(const CampaignResults& campaign, const CaseResults& base,
                                         const std::vector<MetricKey>& wanted, double confidence,
                                         const PairProgress& progress) {
  std::vector<PairedRow> rows;
  int done = 0;
  for (const auto& c : campaign.cases) {
    if (c.name != base.name) {
      const auto more = compare_pairwise(base, c, wanted, confidence);
      rows.insert(rows.end(), more.begin(), more.end());
    }
    if (progress) progress(++done, static_cast<int>(campaign.cases.size()));
  }
  return rows;
}

}  // namespace seawind
