// SPDX-License-Identifier: GPL-3.0-or-later
// Rejects stores that Seawind did not make: a store may come from an untrusted source.
#pragma once

#include <string>

#include "controller/store/sqlite.h"

namespace seawind {

/// Version of schema.sql; no other one is read.
inline constexpr int kSchemaVersion = 5;

/// `path` is for messages. Throws StoreError for a store of another version, for one that has
/// anything but the tables and the index of schema.sql (views, generated columns and constraints of
/// others are programs), for a damaged file, for texts longer than any of ours, and for cases that
/// are not numbered from 0 or have equal names.
void check_store(Database& database, const std::string& path);

}  // namespace seawind
