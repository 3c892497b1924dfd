// SPDX-License-Identifier: GPL-3.0-or-later
// The links of a compose file or a containerlab topology that name a Seawind profile.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "controller/testset/bridge.pb.h"

namespace seawind {

/// Reads the links of `file`, in its order. Ends are as open_bridge_end() takes them, `link` and
/// `router` as those of read_bridged_link(); names differ. Keys of the file that belong to other
/// programs are ignored. `project`: of the compose file's containers; empty: as `docker compose`
/// names it. Throws UsageError, which names the places of the mistakes.
std::vector<BridgedLink> read_attached_links(const std::filesystem::path& file,
                                             const std::string& project);

}  // namespace seawind
