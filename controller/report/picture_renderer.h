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

/// `request`: {data, pictures: [{kind, ...}], width, paper} as render.js describes it. Returns an
/// SVG per picture; nothing where there is nothing to draw. Throws Error when Node.js is missing or
/// fails.
std::vector<std::optional<std::string>> render_pictures(const std::filesystem::path& folder,
                                                        const std::string& name,
                                                        const nlohmann::ordered_json& request);

/// Writes an SVG as a file whose ending is .svg, .png or .pdf. `folder` gets temporary files.
/// Throws Error.
void write_picture(const std::filesystem::path& folder, const std::string& svg,
                   const std::filesystem::path& output);

}  // namespace seawind
