// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/export/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/error.h"
#include "controller/store/layout.h"
#include "controller/store/query.h"
#include "controller/store/read_plan.h"
#include "emulator/api/link_rules.h"

namespace seawind {

std::string ExportItem::file_stem() const {
  std::string name = case_name;
  std::replace(name.begin(), name.end(), '/', '_');
  std::replace(name.begin(), name.end(), '\n', '_');
  return fmt::format("{}-{:03}", name, number);
}

std::vector<ExportItem> select(const std::filesystem::path& campaign,
                               const std::vector<std::string>& cases,
                               const std::vector<int>& numbers) {
  const CampaignResults results = load_overview(campaign);
  const Plan plan = read_plan(campaign);
  for (const auto& wanted : cases)
    if (std::none_of(results.cases.begin(), results.cases.end(),
                     [&](const CaseResults& c) { return c.name == wanted; }))
      throw Error(
          fmt::format("cannot export the case {}: {} has none of that name; `seawind status` lists "
                      "them",
                      wanted, campaign.string()));
  std::vector<ExportItem> out;
  for (const auto& c : results.cases) {
    if (!cases.empty() && std::find(cases.begin(), cases.end(), c.name) == cases.end()) continue;
    ExportItem item;
    item.campaign = results.name;
    item.case_name = c.name;
    if (c.id < plan.cases_size()) {
      const Case& planned = plan.cases(c.id);
      item.rates[0] = std::llround(nominal_rate(planned.link().downlink()));
      item.rates[1] = std::llround(nominal_rate(planned.link().uplink()));
      item.states = channel_states(planned);
    }
    for (const auto& done : done_repetitions(campaign, c.name)) {
      if (!numbers.empty() &&
          std::find(numbers.begin(), numbers.end(), done.number) == numbers.end())
        continue;
      item.number = done.number;
      item.seed = done.seed;
      item.event_log = done.directory / kEventLogFile;
      item.flows = done.flows;
      out.push_back(item);
    }
  }
  if (out.empty())
    throw Error(fmt::format("cannot export from {}: no repetition that is done was selected",
                            campaign.string()));
  return out;
}

}  // namespace seawind
