// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/store/store_check.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <array>
#include <memory>
#include <set>

#include "common/printable.h"
#include "controller/store/schema_sql.h"
#include "controller/testset/plan.h"
#include "controller/testset/plan_check.h"

namespace seawind {
namespace {

int read_version(Database& database) {
  auto row = database.prepare("PRAGMA user_version");
  row.step();
  return static_cast<int>(row.integer(0));
}

constexpr std::int64_t kLongestName = 4096;  // bytes; also of the test set's path

constexpr auto kObjects = "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema";

using Object = std::array<std::string, 4>;

std::set<Object> own_objects() {
  sqlite3* opened = nullptr;
  const int result = sqlite3_open(":memory:", &opened);
  const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> memory(opened, sqlite3_close);
  std::set<Object> out;
  const auto add = [](void* to, int, char** values, char**) {
    static_cast<std::set<Object>*>(to)->insert({values[0], values[1], values[2], values[3]});
    return 0;
  };
  if (result != SQLITE_OK ||
      sqlite3_exec(opened, kSchemaSql, nullptr, nullptr, nullptr) != SQLITE_OK ||
      sqlite3_exec(opened, kObjects, add, &out, nullptr) != SQLITE_OK)
    throw StoreError(StoreError::Kind::kOther,
                     std::string("cannot make the schema of a store: ") + sqlite3_errmsg(opened));
  return out;
}

void require_own_schema(Database& database, const std::string& path) {
  static const std::set<Object> own = own_objects();
  std::size_t found = 0;
  auto row = database.prepare(kObjects);
  for (; row.step(); ++found) {
    Object object;
    for (int i = 0; i < 4; ++i) object[static_cast<std::size_t>(i)] = row.text_view(i);
    if (own.contains(object)) continue;
    throw StoreError(StoreError::Kind::kOther,
                     fmt::format("cannot open {}: the {} `{}` was not made by Seawind", path,
                                 excerpt(row.text(0), 40), excerpt(row.text(1), 40)));
  }
  if (found != own.size())
    throw StoreError(StoreError::Kind::kCorrupt,
                     fmt::format("cannot open {}: {} of its {} tables and indices are missing",
                                 path, own.size() - found, own.size()));
}

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw StoreError(StoreError::Kind::kCorrupt, fmt::format("cannot read {}: {}", path, why));
}

/// Readers repeat these texts for each repetition.
void require_short(std::int64_t bytes, const std::string& path) {
  if (bytes > kLongestName)
    refuse(path, fmt::format("a name of the campaign or of a case has {} bytes; at most {}", bytes,
                             kLongestName));
}

void check_campaign(Database& database, const std::string& path) {
  auto row = database.prepare(
      "SELECT max(length(CAST(name AS BLOB)), length(CAST(test_set_file AS BLOB)),"
      " length(CAST(program_version AS BLOB))) FROM campaign");
  if (row.step()) require_short(row.integer(0), path);
}

/// The cases are numbered from 0 and each repetition belongs to one, so that readers may use the
/// number as an index. Their names differ, so that no file of one replaces another's.
void check_cases(Database& database, const std::string& path) {
  auto row = database.prepare(
      "SELECT (SELECT count(*) FROM test_case),"
      " (SELECT coalesce(min(id), 0) FROM test_case), (SELECT coalesce(max(id), -1) FROM "
      "test_case),"
      " (SELECT coalesce(min(case_id), 0) FROM repetition),"
      " (SELECT coalesce(max(case_id), -1) FROM repetition)");
  row.step();
  const std::int64_t cases = row.integer(0);
  if (cases > kMaxCases) refuse(path, fmt::format("it has more than {} cases", kMaxCases));
  if (row.integer(1) != 0 || row.integer(2) != cases - 1)
    refuse(path, fmt::format("its {} cases are not numbered from 0", cases));
  if (row.integer(3) < 0 || row.integer(4) >= cases)
    refuse(path, "it has a repetition of an unknown case");
  std::set<std::string> names;
  auto one = database.prepare(
      "SELECT name, max(length(CAST(name AS BLOB)), length(CAST(link AS BLOB)),"
      " length(CAST(router AS BLOB)), length(CAST(tcp AS BLOB)), length(CAST(workload AS BLOB)))"
      " FROM test_case");
  while (one.step()) {
    require_short(one.integer(1), path);
    const std::string name = one.text(0);
    if (const std::string problem = case_name_problem(name); !problem.empty())
      refuse(path, "a case's name: " + problem);
    if (!names.insert(name).second) refuse(path, "two of its cases have the same name");
  }
}

}  // namespace

void check_store(Database& database, const std::string& path) {
  if (const int version = read_version(database); version != kSchemaVersion)
    throw StoreError(StoreError::Kind::kOther,
                     fmt::format("cannot open {}: its schema version is {}, this program reads {}",
                                 path, version, kSchemaVersion));
  require_own_schema(database, path);
  database.require_whole();
  check_campaign(database, path);
  check_cases(database, path);
}

}  // namespace seawind
