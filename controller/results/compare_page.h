// SPDX-License-Identifier: GPL-3.0-or-later
// A campaign held against published values, or against another campaign, as text, JSON and a page
// with pictures like the reference's figures.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "controller/results/paired.h"
#include "controller/results/query.h"
#include "controller/results/reference.h"

namespace seawind {

/// Against published values; the verdict by judgement first.
std::string comparison_text(const CampaignResults& campaign,
                            const std::vector<Comparison>& comparisons);
std::string comparison_json(const CampaignResults& campaign,
                            const std::vector<Comparison>& comparisons);
/// Writes the page; data and scripts of the pictures go to `folder`. Throws Error.
void write_comparison_page(const std::filesystem::path& page, const std::filesystem::path& folder,
                           const CampaignResults& campaign,
                           const std::vector<Comparison>& comparisons);

/// Pairs of cases, repetition by repetition.
std::string paired_text(const std::vector<PairedRow>& rows, double confidence);
std::string paired_json(const std::vector<PairedRow>& rows, double confidence);
void write_paired_page(const std::filesystem::path& page, const std::string& title,
                       const std::vector<PairedRow>& rows, double confidence);

}  // namespace seawind
