// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/results/store_version.h"

#include <fmt/format.h>

namespace seawind {
namespace {

constexpr int kOldest = 2;

// Version 2 stores the cause only as the beginning of the reason. No other code parses a reason.
constexpr std::string_view kCauseInVersion2 =
    "CASE WHEN verdict = 'valid' THEN ''"
    " WHEN substr(reason, 1, 15) = 'test bed lost: ' THEN 'test bed'"
    " WHEN substr(reason, 1, 17) = 'changed by hand: ' THEN 'by hand'"
    " WHEN verdict = 'invalid' THEN 'limit' ELSE 'error' END";

constexpr std::string_view kColumnsOfVersion3 =
    "ALTER TABLE attempt ADD COLUMN cause TEXT NOT NULL DEFAULT ''"
    " CHECK (cause IN ('', 'limit', 'error', 'clock', 'by hand', 'test bed', 'no room'));"
    "ALTER TABLE attempt ADD COLUMN not_finite TEXT NOT NULL DEFAULT '';";

int read_version(Database& database) {
  auto row = database.prepare("PRAGMA user_version");
  row.step();
  return static_cast<int>(row.integer(0));
}

}  // namespace

int schema_version(Database& database, const std::string& path) {
  const int version = read_version(database);
  if (version < kOldest || version > kSchemaVersion)
    throw StoreError(
        StoreError::Kind::kOther,
        fmt::format("cannot open {}: its schema version is {}, this program reads {} to {}", path,
                    version, kOldest, kSchemaVersion));
  return version;
}

void migrate(Database& database) {
  Transaction all(database);
  database.execute(std::string(kColumnsOfVersion3));
  database.execute(fmt::format("UPDATE attempt SET cause = {}; PRAGMA user_version = {}",
                               kCauseInVersion2, kSchemaVersion));
  all.commit();
}

std::string_view cause_column(int version) {
  return version == 2 ? kCauseInVersion2 : "cause";
}

}  // namespace seawind
