// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a profile: rate over time with the channel's states and blocked periods, the
// delays of the probe over time, and their distribution.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace seawind {

/// Draws the output of `seawind-link preview`. Writes NAME.dat, NAME.gp, NAME.svg and NAME.png into
/// `folder`, which must exist. `gnuplot NAME.gp` in that folder draws the pictures again. Throws
/// Error.
void plot_link(const nlohmann::ordered_json& preview, const std::filesystem::path& folder,
               const std::string& name);

}  // namespace seawind
