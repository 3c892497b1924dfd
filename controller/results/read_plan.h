// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "controller/testset/testset.pb.h"

namespace seawind {

/// The plan a campaign runs (resolved.json). Fields of a newer program are left out. Throws Error.
Plan read_plan(const std::filesystem::path& campaign);

}  // namespace seawind
