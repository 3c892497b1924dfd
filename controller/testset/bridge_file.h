// SPDX-License-Identifier: GPL-3.0-or-later
// The file of a link between two things that exist (bridge.proto).
#pragma once

#include <filesystem>
#include <string>

#include "common/diagnostics.h"
#include "controller/testset/bridge.pb.h"
#include "controller/testset/cross_checks.h"

namespace seawind {

/// Reads and checks the file. `link` and `router` are as load_hop() finds them: paths from the
/// file's folder are paths from the working directory. Throws UsageError, which names the places of
/// its mistakes.
BridgedLink read_bridged_link(const std::filesystem::path& file);
/// Why the text is no ADDRESS/PREFIX that a host can have; empty: it is one.
std::string host_address_problem(const std::string& text);
/// Paths of profiles from `folder` become paths from the working directory.
void resolve_references(BridgedLink& link, const std::filesystem::path& folder);
void check_bridged_link(const Document<BridgedLink>& link, Diagnostics& problems);

}  // namespace seawind
