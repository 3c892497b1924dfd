// SPDX-License-Identifier: GPL-3.0-or-later
// The links of a compose file or a containerlab topology that name a Seawind profile.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/diagnostics.h"
#include "controller/testset/bridge.pb.h"

namespace seawind {

/// Reads the links of `file`, in its order. Ends have the form that open_bridge_end() takes, `link`
/// and `router` that of read_bridged_link(); names are distinct. Keys of the file that belong to
/// other programs are ignored. `project`: of the compose file's containers; empty: as `docker
/// compose` names it. Mistakes are added to `problems`.
std::vector<BridgedLink> read_attached_links(const std::filesystem::path& file,
                                             const std::string& project,
                                             const std::filesystem::path& configs,
                                             Diagnostics& problems);
/// Whether the file is a compose file or a topology: has `services` or `topology`.
bool can_have_attached_links(const std::filesystem::path& file);

}  // namespace seawind
