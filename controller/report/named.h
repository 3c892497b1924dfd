// SPDX-License-Identifier: GPL-3.0-or-later
// Finds what a user names in a campaign.
#pragma once

#include <string>
#include <vector>

#include "controller/store/query.h"

namespace seawind {

/// Parses "FLOW/METRIC", or "METRIC" of the whole workload.
MetricKey parse_metric(const std::string& text);
std::string metric_text(const MetricKey& key);

/// The case of this name, or null.
const CaseResults* find_case(const CampaignResults& campaign, const std::string& name);
/// The case of this name. Throws UsageError with the nearest name if there is none.
const CaseResults& named_case(const CampaignResults& results, const std::string& name);

/// Throws UsageError with the nearest name unless a case of one of the campaigns has values of the
/// metric.
void require_metric(const std::vector<const CampaignResults*>& campaigns, const MetricKey& key);

}  // namespace seawind
