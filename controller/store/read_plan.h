// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "controller/testset/testset.pb.h"

namespace seawind {

/// The plan of a campaign (resolved.json). Fields written by a newer program are ignored. Throws
/// Error, also for a file that is not the one the campaign began with.
Plan read_plan(const std::filesystem::path& campaign);

/// The names of the states of a case's channel.
std::vector<std::string> channel_states(const Case& planned);

}  // namespace seawind
