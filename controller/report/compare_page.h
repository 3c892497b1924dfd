// SPDX-License-Identifier: GPL-3.0-or-later
// Compares a campaign with published values or with another campaign: as text, as JSON, and as a
// page with pictures like the reference's figures.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "controller/report/paired.h"
#include "controller/report/reference.h"
#include "controller/report/report_model.h"
#include "controller/store/query.h"

namespace seawind {

/// The comparison with published values as text; the verdict by judgement comes first.
std::string comparison_text(const CampaignResults& campaign,
                            const std::vector<Comparison>& comparisons);
std::string comparison_json(const CampaignResults& campaign,
                            const std::vector<Comparison>& comparisons);
/// Writes the page of the model's comparisons; data and scripts of the pictures go to `folder`.
/// Throws Error.
void write_comparison_page(const std::filesystem::path& page, const std::filesystem::path& folder,
                           const ReportModel& model);

/// The comparison of pairs of cases, repetition by repetition, as text.
std::string paired_text(const std::vector<PairedRow>& rows, double confidence);
std::string paired_json(const std::vector<PairedRow>& rows, double confidence);
void write_paired_page(const std::filesystem::path& page, const std::filesystem::path& folder,
                       const std::string& title, const std::vector<PairedRow>& rows,
                       double confidence);

}  // namespace seawind
