// SPDX-License-Identifier: GPL-3.0-or-later
// Versions of the store's schema: the readable ones, and the migration of an old one.
#pragma once

#include <string>
#include <string_view>

#include "controller/store/sqlite.h"

namespace seawind {

/// Version of schema.sql. Version 2 can be read, too.
inline constexpr int kSchemaVersion = 3;

/// The version of an open store; `path` is for messages. Throws StoreError for a version that
/// cannot be read and for a store whose cases are not numbered from 0.
int schema_version(Database& database, const std::string& path);
/// Migrates a store of version 2 to kSchemaVersion in one transaction. An attempt's cause is taken
/// from the beginning of its reason, where version 2 stored it.
void migrate(Database& database);
/// The SQL expression for an attempt's cause (table `attempt`, or its alias `a`) in a store of this
/// version.
std::string_view cause_column(int version);

}  // namespace seawind
