// SPDX-License-Identifier: GPL-3.0-or-later
// Draws one picture of a campaign by name. Used by `seawind plot` and by the report.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "controller/report/course_plots.h"
#include "controller/report/recipe.h"
#include "controller/report/report.h"
#include "controller/store/query.h"

namespace seawind {

struct PictureRequest {
  std::string kind;                         // boxes, starts, timeline, sequence, delay, ipdv
  std::string metric;                       // FLOW/METRIC or METRIC; boxes, starts
  std::string flow;                         // sequence; empty: the first
  std::optional<RepetitionRef> repetition;  // none: the first valid one
};

/// One series per case: the metric's values over the start of the competitor (third, http or
/// stream), for cases that have both.
std::vector<Series> start_series(const CampaignResults& results, const MetricKey& metric);

/// Draws into `output` (.svg, .png, .pdf). Script and data go to report/plots of the campaign.
/// Throws Error: nothing to draw, no such flow or repetition, gnuplot fails.
void draw_picture(const std::filesystem::path& campaign, const PictureRequest& request,
                  const std::filesystem::path& output);

/// Draws the picture of a recipe. The files are also named plot-VIEW.
void draw_recipe(const std::filesystem::path& campaign, const Recipe& recipe,
                 const std::filesystem::path& output);

}  // namespace seawind
