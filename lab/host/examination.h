// SPDX-License-Identifier: GPL-3.0-or-later
// What `seawind doctor` finds on this host, for the lab's controller.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace seawind::lab {

/// The JSON of `seawind doctor --host`, run in `folder`. `peers`: IPv4 addresses of the machines to
/// which tunnels will go. `interfaces`: of this host that will carry a link. Takes some seconds.
/// Throws Error.
std::string examine(const std::filesystem::path& folder, const std::vector<std::string>& peers,
                    const std::vector<std::string>& interfaces);

}  // namespace seawind::lab
