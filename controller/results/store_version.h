// SPDX-License-Identifier: GPL-3.0-or-later
// Versions of the store's schema: which are read, and how an old one becomes today's.
#pragma once

#include <string>
#include <string_view>

#include "controller/results/sqlite.h"

namespace seawind {

/// Of schema.sql. Version 2 is read too.
inline constexpr int kSchemaVersion = 3;

/// Of an open store; `path` is for messages. Throws StoreError when it is none that is read, or its
/// cases are not numbered from 0.
int schema_version(Database& database, const std::string& path);
/// Makes a store of version 2 one of kSchemaVersion, in one transaction. Its attempts get their
/// cause from the beginning of their reason, where version 2 had it.
void migrate(Database& database);
/// The expression of an attempt's cause (table `attempt`, or its alias `a`) in a store of this
/// version.
std::string_view cause_column(int version);

}  // namespace seawind
