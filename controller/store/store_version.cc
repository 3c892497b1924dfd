// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/store/store_version.h"

#include <fmt/format.h>

#include <set>

#include "controller/testset/plan.h"
#include "controller/testset/plan_check.h"

namespace seawind {
namespace {

int read_version(Database& database) {
  auto row = database.prepare("PRAGMA user_version");
  row.step();
  return static_cast<int>(row.integer(0));
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
  if (cases > kMaxCases)
    throw StoreError(StoreError::Kind::kCorrupt,
                     fmt::format("cannot read {}: it has more than {} cases", path, kMaxCases));
  if (row.integer(1) != 0 || row.integer(2) != cases - 1)
    throw StoreError(
        StoreError::Kind::kCorrupt,
        fmt::format("cannot read {}: its {} cases are not numbered from 0", path, cases));
  if (row.integer(3) < 0 || row.integer(4) >= cases)
    throw StoreError(StoreError::Kind::kCorrupt,
                     fmt::format("cannot read {}: it has a repetition of an unknown case", path));
  std::set<std::string> names;
  auto names_row = database.prepare("SELECT name FROM test_case");
  while (names_row.step()) {
    const std::string name = names_row.text(0);
    if (const std::string problem = case_name_problem(name); !problem.empty())
      throw StoreError(StoreError::Kind::kCorrupt,
                       fmt::format("cannot read {}: a case's name: {}", path, problem));
    if (!names.insert(name).second)
      throw StoreError(StoreError::Kind::kCorrupt,
                       fmt::format("cannot read {}: two of its cases have the same name", path));
  }
}

}  // namespace

void check_store(Database& database, const std::string& path) {
  if (const int version = read_version(database); version != kSchemaVersion)
    throw StoreError(StoreError::Kind::kOther,
                     fmt::format("cannot open {}: its schema version is {}, this program reads {}",
                                 path, version, kSchemaVersion));
  check_cases(database, path);
}

}  // namespace seawind
