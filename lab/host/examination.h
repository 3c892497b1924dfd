// SPDX-License-Identifier: GPL-3.0-or-later
// What `seawind doctor` finds on this host, for the lab's controller.
#pragma once

#include <filesystem>
#include <string>

namespace seawind::lab {

/// The JSON of `seawind doctor --host`, run in `folder`. Takes some seconds. Throws Error.
std::string examine(const std::filesystem::path& folder);

}  // namespace seawind::lab
