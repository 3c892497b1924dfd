// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of a campaign by kind, for `seawind plot`, recipes and the desktop application.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "controller/report/recipe.h"
#include "controller/report/report_model.h"

namespace seawind {

struct PictureRequest {
  Recipe recipe{};
  std::optional<RepetitionRef> repetition{};  // in place of that of the recipe
  std::filesystem::path reference{};          // published: the file of published values
  double confidence = kAnswerConfidence;      // answer
};

/// Returns the request for render_pictures(), without width. Throws Error: nothing to draw, no such
/// metric, flow or repetition.
nlohmann::ordered_json describe_picture(const std::filesystem::path& campaign, ReportModel model,
                                        const PictureRequest& request);

/// One picture of such a request: the intervals of the rows with this metric; null: no row has it.
nlohmann::ordered_json interval_picture(const std::vector<PairedRow>& rows, const MetricKey& key,
                                        double confidence);

/// Draws into `output` (.svg, .png, .pdf). Data and script (`node render.js plot-KIND.json`) go to
/// report/plots of the campaign. Throws Error as describe_picture() does, and when Node.js or
/// rsvg-convert is missing or fails.
void draw_picture(const std::filesystem::path& campaign, const PictureRequest& request,
                  const std::filesystem::path& output);

}  // namespace seawind
