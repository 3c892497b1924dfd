// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the store of a campaign directory for reading.
#pragma once

#include <filesystem>
#include <memory>

#include "controller/store/sqlite.h"

namespace seawind {

/// Throws Error: no campaign, a store of another version, or an unreadable store.
std::unique_ptr<Database> open_store(const std::filesystem::path& campaign);

}  // namespace seawind
