// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures without a browser, drawn by Node.js from the same descriptions as those of the page
// (controller/report/page/render.js). The files in the folder, NAME.json and render.js, are the
// data and the script of the pictures: `node render.js NAME.json` draws them again.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace seawind {

/// A mark with a text.
struct PicturePoint {
  double x = 0;  // pixels of the SVG
  double y = 0;
  std::string text;
  std::string case_name;  // of the repetition; empty: the mark belongs to none
  int number = 0;
};
struct RenderedPicture {
  std::string svg;
  std::vector<PicturePoint> points;  // if the request has `points`
};

/// `request`: {data, pictures: [{kind, ...}], width, paper, points} as render.js describes it.
/// Returns nothing for a picture where there is nothing to draw. Throws Error when Node.js is
/// missing or fails.
std::vector<std::optional<RenderedPicture>> render_pictures(const std::filesystem::path& folder,
                                                            const std::string& name,
                                                            const nlohmann::ordered_json& request);

/// Writes an SVG as a file whose ending is .svg, .png or .pdf. Throws Error.
void write_picture(const std::string& svg, const std::filesystem::path& output);

}  // namespace seawind
