// SPDX-License-Identifier: GPL-3.0-or-later
// The version of the store's schema.
#pragma once

#include <string>

#include "controller/store/sqlite.h"

namespace seawind {

/// Version of schema.sql; no other one is read.
inline constexpr int kSchemaVersion = 4;

/// `path` is for messages. Throws StoreError for a store of another version and for one whose cases
/// are not numbered from 0 or have equal names.
void check_store(Database& database, const std::string& path);

}  // namespace seawind
