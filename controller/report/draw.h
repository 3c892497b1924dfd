// SPDX-License-Identifier: GPL-3.0-or-later
// Draws one picture of a campaign by name. Used by `seawind plot`.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "controller/report/recipe.h"
#include "controller/report/report.h"

namespace seawind {

struct PictureRequest {
  std::string kind;    // answer, boxes, published, lateness, lateness-over-time, starts, timeline,
                       // sequence, delay, ipdv
  std::string metric;  // FLOW/METRIC or METRIC; answer, boxes, starts
  std::string flow;    // sequence; empty: the first
  std::optional<RepetitionRef> repetition;  // none: the first valid one
  std::filesystem::path reference{};        // published: file of published values
};

/// Draws into `output` (.svg, .png, .pdf). Data and script (`node render.js plot-KIND.json`) go to
/// report/plots of the campaign. Throws Error: nothing to draw, no such flow or repetition, Node.js
/// or rsvg-convert missing or failing.
void draw_picture(const std::filesystem::path& campaign, const PictureRequest& request,
                  const std::filesystem::path& output);

/// Draws the picture of a recipe. The files are also named plot-VIEW.
void draw_recipe(const std::filesystem::path& campaign, const Recipe& recipe,
                 const std::filesystem::path& output);

}  // namespace seawind
