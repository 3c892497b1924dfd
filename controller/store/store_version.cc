// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/store/store_version.h"

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

/// The cases are numbered from 0 and each repetition belongs to one, so that readers may use the
/// number as an index.
void check_cases(Database& database, const std::string& path) {
  auto row = database.prepare(
      "SELECT (SELECT count(*) FROM test_case),"
      " (SELECT coalesce(min(id), 0) FROM test_case), (SELECT coalesce(max(id), -1) FROM "
      "test_case),"
      " (SELECT coalesce(min(case_id), 0) FROM repetition),"
      " (SELECT coalesce(max(case_id), -1) FROM repetition)");
  row.step();
  const std::int64_t cases = row.integer(0);
  if (row.integer(1) != 0 || row.integer(2) != cases - 1)
    throw StoreError(
        StoreError::Kind::kCorrupt,
        fmt::format("cannot read {}: its {} cases are not numbered from 0", path, cases));
  if (row.integer(3) < 0 || row.integer(4) >= cases)
    throw StoreError(StoreError::Kind::kCorrupt,
                     fmt::format("cannot read {}: it has a repetition of an unknown case", path));
}

}  // namespace

int schema_version(Database& database, const std::string& path) {
  const int version = read_version(database);
  if (version < kOldest || version > kSchemaVersion)
    throw StoreError(
        StoreError::Kind::kOther,
        fmt::format("cannot open {}: its schema version is {}, this program reads {} to {}", path,
                    version, kOldest, kSchemaVersion));
  check_cases(database, path);
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
