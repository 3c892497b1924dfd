// SPDX-License-Identifier: GPL-3.0-or-later
// The store of a campaign directory, open for reading.
#pragma once

#include <filesystem>
#include <memory>

#include "controller/results/sqlite.h"

namespace seawind {

/// Throws Error: no campaign there, a store of another version, or none that can be read.
std::unique_ptr<Database> open_store(const std::filesystem::path& campaign);

}  // namespace seawind
