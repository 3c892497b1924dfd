// SPDX-License-Identifier: GPL-3.0-or-later
// One picture of a campaign, chosen by name: what `seawind plot` draws and the report is made of.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "controller/results/course_plots.h"
#include "controller/results/query.h"
#include "controller/results/recipe.h"
#include "controller/results/report.h"

namespace seawind {

struct PictureRequest {
  std::string kind;                         // boxes, starts, timeline, sequence, delay, ipdv
  std::string metric;                       // FLOW/METRIC or METRIC; boxes, starts
  std::string flow;                         // sequence; empty: the first
  std::optional<RepetitionRef> repetition;  // none: the first valid one of the first case with one
};

/// A series for each case: the metric's values over the start of the competitor (third, http or
/// stream), for cases that have both.
std::vector<Series> start_series(const CampaignResults& results, const MetricKey& metric);

/// Draws into `output` (.svg, .png, .pdf); script and data go to report/plots of the campaign.
/// Throws Error: nothing to draw, no such flow or repetition, gnuplot.
void draw_picture(const std::filesystem::path& campaign, const PictureRequest& request,
                  const std::filesystem::path& output);

/// The same for a recipe; the files are called plot-VIEW as well.
void draw_recipe(const std::filesystem::path& campaign, const Recipe& recipe,
                 const std::filesystem::path& output);

}  // namespace seawind
