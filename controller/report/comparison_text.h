// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons with published values, and of pairs of cases repetition by repetition, as text and
// JSON.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "controller/report/paired.h"
#include "controller/report/reference.h"

namespace seawind {

/// "A: 12 of 13 within 1 %", for every judgement that occurs.
std::vector<std::string> verdicts(const std::vector<Comparison>& comparisons);
/// The comparison with a number of `published` values, of which `comparisons` could be compared;
/// the verdict by judgement comes first.
std::string comparison_text(const CampaignResults& campaign,
                            const std::vector<Comparison>& comparisons, std::size_t published);
std::string comparison_json(const CampaignResults& campaign,
                            const std::vector<Comparison>& comparisons, std::size_t published);

/// The comparison of pairs of cases.
std::string paired_text(const std::vector<PairedRow>& rows, double confidence);
nlohmann::ordered_json paired_json(const std::vector<PairedRow>& rows, double confidence);

}  // namespace seawind
