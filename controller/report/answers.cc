// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/answers.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace seawind {
namespace {

using Axis = std::string CaseInfo::*;
constexpr std::array<std::pair<const char*, Axis>, 4> kAxesByInterest = {
    {{"tcp", &CaseInfo::tcp},
     {"router", &CaseInfo::router},
     {"link", &CaseInfo::link},
     {"workload", &CaseInfo::workload}}};

}  // namespace

Answers find_answers(const CampaignResults& results, const std::vector<ReportMetric>& metrics,
                     double confidence, const PairProgress& progress) {
  Answers out;
  out.confidence = confidence;
  const auto& cases = results.cases;
  const auto compared =
      std::find_if(kAxesByInterest.begin(), kAxesByInterest.end(), [&](const auto& axis) {
        return std::any_of(cases.begin(), cases.end(), [&](const CaseResults& c) {
          return c.*axis.second != cases.front().*axis.second;
        });
      });
  if (compared == kAxesByInterest.end()) return out;
  out.axis = compared->first;
  std::map<std::vector<std::string>, std::size_t> bases;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (progress) progress(static_cast<int>(i), static_cast<int>(cases.size()));
    if (cases[i].valid == 0) continue;
    std::vector<std::string> place;
    for (const auto& axis : kAxesByInterest)
      if (&axis != compared) place.push_back(cases[i].*axis.second);
    const std::size_t base = bases.emplace(std::move(place), i).first->second;
    if (base == i) continue;
    for (std::size_t m = 0; m < metrics.size(); ++m) {
      const MetricKey key(metrics[m].flow, metrics[m].metric);
      for (PairedRow& row : compare_pairwise(cases[base], cases[i], {key}, confidence))
        out.answers.push_back({std::move(row), base, i, m});
    }
  }
  return out;
}

}  // namespace seawind
