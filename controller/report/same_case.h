// SPDX-License-Identifier: GPL-3.0-or-later
// Finds cases by name across a renaming of TCP variants (common/config/old_names.h). A store keeps
// the names that were current when the campaign was made.
#pragma once

#include <string>
#include <string_view>

#include "controller/store/query.h"

namespace seawind {

/// The name of a case, with the current name of its TCP variant: the last part but one, `baseline`
/// of `e0/tail-drop-20/baseline/w1`. Any other text is returned unchanged.
std::string current_case_name(std::string_view name);

/// The case with this name, or else the first with the same current name, or else null.
const CaseResults* find_case(const CampaignResults& campaign, const std::string& name);

}  // namespace seawind
