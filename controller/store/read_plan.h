// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "controller/store/store.h"
#include "controller/testset/testset.pb.h"

namespace seawind {

/// The plan of a campaign (resolved.json). Fields written by a newer program are ignored. Throws
/// Error, also for a file that is not the one the campaign began with, or does not fit its store.
Plan read_plan(const std::filesystem::path& campaign);

/// The case as the store has it; its id is its index.
CaseInfo case_info(const Case& planned);

/// How the store's cases or seeds differ from those of the plan. If they differ, the results in the
/// store belong to another link than the plan describes. Empty: they do not differ.
std::string misfit_of(const Store& store, const Plan& plan);

/// The names of the states of a case's channel.
std::vector<std::string> channel_states(const Case& planned);

}  // namespace seawind
