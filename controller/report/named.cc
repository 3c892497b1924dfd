// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/named.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/diagnostics.h"
#include "common/error.h"

namespace seawind {

MetricKey parse_metric(const std::string& text) {
  const auto slash = text.find('/');
  if (slash == std::string::npos) return {"", text};
  return {text.substr(0, slash), text.substr(slash + 1)};
}

std::string metric_text(const MetricKey& key) {
  return key.first.empty() ? key.second : key.first + "/" + key.second;
}

const CaseResults* find_case(const CampaignResults& campaign, const std::string& name) {
  const auto found = std::find_if(campaign.cases.begin(), campaign.cases.end(),
                                  [&](const CaseResults& c) { return c.name == name; });
  return found == campaign.cases.end() ? nullptr : &*found;
}

const CaseResults& named_case(const CampaignResults& results, const std::string& name) {
  if (const CaseResults* found = find_case(results, name)) return *found;
  std::vector<std::string> names;
  for (const CaseResults& c : results.cases) names.push_back(c.name);
  throw UsageError(fmt::format("the campaign {} has no case `{}`{}", results.name, name,
                               did_you_mean(name, names, "; ")));
}

void require_metric(const std::vector<const CampaignResults*>& campaigns, const MetricKey& key) {
  std::vector<std::string> names;
  std::vector<std::string> of_other_flows;
  for (const CampaignResults* results : campaigns)
    for (const CaseResults& c : results->cases)
      for (const auto& [known, unit] : c.units) {
        if (known == key) return;
        names.push_back(metric_text(known));
        if (known.second == key.second) of_other_flows.push_back(names.back());
      }
  const std::string text = metric_text(key);
  std::string near = did_you_mean(text, names, "; ");
  if (near.empty() && !of_other_flows.empty())
    near = fmt::format("; did you mean `{}`?", of_other_flows.front());
  throw UsageError(
      fmt::format("no case of the campaign {} has the metric `{}` (FLOW/METRIC, or METRIC of the "
                  "whole workload){}",
                  campaigns.front()->name, text, near));
}

}  // namespace seawind
