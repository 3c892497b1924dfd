// SPDX-License-Identifier: GPL-3.0-or-later
// Finds what a user names in a campaign. All functions throw UsageError, with the nearest name,
// when there is no such thing.
#pragma once

#include <string>
#include <vector>

#include "controller/store/query.h"

namespace seawind {

/// The case of this name (find_case() of same_case.h).
const CaseResults& named_case(const CampaignResults& results, const std::string& name);

/// Checks that a case of one of the campaigns has values of the metric.
void require_metric(const std::vector<const CampaignResults*>& campaigns, const MetricKey& key);

/// "; did you mean `bulk1`?", or empty.
std::string suggestion(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace seawind
