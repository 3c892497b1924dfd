// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/paired.h"

#include <fmt/format.h>

#include <algorithm>

#include "controller/report/named.h"

namespace seawind {

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
      CaseResults named = *same;
      named.name += b_label;
      const auto more = compare_pairwise(c, named, wanted, confidence);
      rows.insert(rows.end(), more.begin(), more.end());
    }
    if (progress) progress(++done, static_cast<int>(a.cases.size()));
  }
  return rows;
}

std::string different_seeds(const CampaignResults& a, const CampaignResults& b) {
  if (a.seed == b.seed) return {};
  return fmt::format(
      "the campaigns have different seeds ({} and {}): their repetitions had different channels",
      a.seed, b.seed);
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
