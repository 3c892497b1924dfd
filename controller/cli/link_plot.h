// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a profile: rate over time with the channel's states behind it and what blocks
// the link, the delays of the probe over time, and their distribution.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace seawind {

/// From what `seawind-link preview` printed; writes NAME.dat, NAME.gp, NAME.svg and NAME.png into
/// `folder` (which is there). `gnuplot NAME.gp` in that folder makes the pictures again. Throws
/// Error.
void plot_link(const nlohmann::ordered_json& preview, const std::filesystem::path& folder,
               const std::string& name);

}  // namespace seawind
