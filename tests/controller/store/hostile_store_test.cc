// SPDX-License-Identifier: GPL-3.0-or-later
// Stores of unknown origin: their content is read, but never executed, and the reading time is
// bounded by the size of the file.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "controller/store/sqlite.h"
#include "controller/store/store.h"
#include "controller/store/verbatim_vfs.h"
#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

using ::testing::HasSubstr;

class HostileStoreTest : public ::testing::Test {
 protected:
  HostileStoreTest() {
    Store::create(Directory(tree_.root()), "campaign.db", {.name = "n", .host = "{}"},
                  {{.id = 0, .name = "a", .link = "l", .router = "", .tcp = "t", .workload = "w"}},
                  {{.case_id = 0, .number = 0, .seed = 1}});
  }
  std::string path() const { return (tree_.root() / "campaign.db").string(); }
  /// As another program would do it: without any of our settings.
  void alter(const char* sql) const {
    sqlite3* handle = nullptr;
    ASSERT_EQ(sqlite3_open(path().c_str(), &handle), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(handle, sql, nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(handle);
    sqlite3_close(handle);
  }
  std::string refusal(Store::Access access) const {
    try {
      const Store store(path(), access);
    } catch (const StoreError& error) {
      return error.what();
    }
    return "";
  }

  test::TempTree tree_;
};

constexpr const char* kEndless =
    "CREATE VIEW v AS WITH RECURSIVE c(x) AS (SELECT 1"
    " UNION ALL SELECT x + 1 FROM c) SELECT 0 AS case_id, x AS number, 1 AS seed, 'pending' AS"
    " state, NULL AS attempt_id FROM c";

struct Program {
  const char* sql;
  const char* refused;
};

class ProgramsInStores : public HostileStoreTest, public ::testing::WithParamInterface<Program> {};

TEST_P(ProgramsInStores, AreRefused) {
  alter(GetParam().sql);
  for (const auto access : {Store::Access::kReadOnly, Store::Access::kReadWrite})
    EXPECT_THAT(refusal(access), HasSubstr(GetParam().refused));
}

INSTANTIATE_TEST_SUITE_P(
    All, ProgramsInStores,
    ::testing::Values(
        Program{kEndless, "the view `v` was not made by Seawind"},
        Program{"CREATE TRIGGER t AFTER INSERT ON attempt BEGIN DELETE FROM metric; END",
                "the trigger `t` was not made by Seawind"},
        Program{"DROP TABLE repetition; CREATE VIRTUAL TABLE repetition USING fts5(case_id, number,"
                " seed, state, attempt_id)",
                "the table `repetition` was not made by Seawind"},
        Program{"ALTER TABLE test_case ADD COLUMN x TEXT AS (printf('%.*c', 900000000, 'x'))",
                "the table `test_case` was not made by Seawind"},
        Program{"UPDATE test_case SET id = 7", "its 1 cases are not numbered from 0"},
        Program{"CREATE TABLE x (a CHECK (instr(hex(zeroblob(4000000)) || a, 'z') = 0))",
                "the table `x` was not made by Seawind"},
        Program{"CREATE INDEX i ON attempt(length(replace(reason, 'a', 'b')))",
                "the index `i` was not made by Seawind"},
        Program{"CREATE TABLE r AS SELECT * FROM repetition; DROP TABLE repetition;"
                " ALTER TABLE r RENAME TO repetition",
                "the table `repetition` was not made by Seawind"},
        Program{"DROP TABLE metric", "1 of its 11 tables and indices are missing"},
        Program{"UPDATE campaign SET name = printf('%.*c', 15000000, 'A')",
                "a name of the campaign or of a case has 15000000 bytes; at most 4096"},
        Program{"UPDATE test_case SET link = printf('%.*c', 5000, 'A')",
                "a name of the campaign or of a case has 5000 bytes; at most 4096"},
        Program{"UPDATE test_case SET name = 'a/b' || char(10) || '  2 of 2 valid'",
                "a case's name"},
        Program{"UPDATE test_case SET name = '../../x'", "a case's name"},
        Program{
            "INSERT INTO test_case SELECT 1, name || char(0) || 'b', link, router, tcp, workload"
            " FROM test_case",
            "two of its cases have the same name"},
        Program{"PRAGMA foreign_keys = OFF; INSERT INTO repetition VALUES (1000000, 0, 1,"
                " 'pending', NULL)",
                "a repetition of an unknown case"},
        Program{"PRAGMA foreign_keys = OFF; INSERT INTO repetition VALUES (1099511627776, 0, 1,"
                " 'pending', NULL)",
                "a repetition of an unknown case"},
        Program{"PRAGMA foreign_keys = OFF; INSERT INTO repetition VALUES (-1, 0, 1, 'pending',"
                " NULL)",
                "a repetition of an unknown case"}));

/// As the header of a journal that a crash left, with the name of a super-journal at its end.
std::string journal_naming(const std::string& file) {
  const auto big_endian = [](std::uint32_t value) {
    std::string out;
    for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 0xffU);
    return out;
  };
  const std::string magic = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";
  std::string out = magic + big_endian(0) + big_endian(1) + big_endian(13) + big_endian(512) +
                    big_endian(4096) + std::string(484, '\0');
  std::uint32_t sum = 0;
  for (const char c : file) sum += static_cast<unsigned char>(c);
  return out + big_endian(0x40000000 / 4096 + 1) + file +
         big_endian(static_cast<std::uint32_t>(file.size())) + big_endian(sum) + magic;
}

TEST_F(HostileStoreTest, AJournalBesideItDeletesNothing) {
  alter("PRAGMA journal_mode = DELETE");
  const auto victim = tree_.write("victim", "kept");
  tree_.write("campaign.db-journal", journal_naming(victim));
  for (const auto access : {Store::Access::kReadOnly, Store::Access::kReadWrite})
    EXPECT_THAT(refusal(access), HasSubstr("campaign.db-journal: it is a rollback journal"));
  EXPECT_TRUE(std::filesystem::exists(victim));

  // Planted after the check: SQLite does not get a super-journal.
  sqlite3* handle = nullptr;
  ASSERT_EQ(sqlite3_open_v2(path().c_str(), &handle, SQLITE_OPEN_READWRITE, verbatim_vfs()),
            SQLITE_OK);
  sqlite3_exec(handle, "SELECT count(*) FROM campaign", nullptr, nullptr, nullptr);
  sqlite3_close(handle);
  EXPECT_TRUE(std::filesystem::exists(victim));
}

// As when a file is planted between the check and SQLite's open.
TEST_F(HostileStoreTest, SqliteOpensOnlyRegularFilesWithOneName) {
  const Directory held(tree_.root());
  const std::string name = held.by_descriptor() / "campaign.db";
  const auto opens = [&](int flags) {
    sqlite3* handle = nullptr;
    const bool opened =
        sqlite3_open_v2(name.c_str(), &handle, flags, verbatim_vfs()) == SQLITE_OK &&
        sqlite3_exec(handle, "SELECT count(*) FROM campaign", nullptr, nullptr, nullptr) ==
            SQLITE_OK;
    sqlite3_close(handle);
    return opened;
  };
  EXPECT_TRUE(opens(SQLITE_OPEN_READWRITE));
  EXPECT_TRUE(opens(SQLITE_OPEN_READONLY));
  const auto other = tree_.root() / "other";
  std::filesystem::create_hard_link(path(), other);
  ASSERT_FALSE(opens(SQLITE_OPEN_READWRITE));
  std::filesystem::remove(path());
  std::filesystem::create_symlink(other, path());
  EXPECT_FALSE(opens(SQLITE_OPEN_READONLY));
  std::filesystem::remove(path());
  ASSERT_EQ(mkfifo(path().c_str(), 0600), 0);
  EXPECT_FALSE(opens(SQLITE_OPEN_READONLY));  // at once
}

TEST_F(HostileStoreTest, AStatementEndsAfterMoreStepsThanTheFileExplains) {
  Database database(path(), Database::Mode::kReadOnly);
  auto endless = database.prepare(
      "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c");
  try {
    endless.step();
    FAIL() << "an endless statement ended";
  } catch (const StoreError& error) {
    EXPECT_THAT(
        error.what(),
        HasSubstr(
            "the query exceeded the step limit for a file of this size; the file may be damaged"));
  }
  EXPECT_TRUE(database.prepare("SELECT 1").step());  // the next one has a budget of its own
}

TEST_F(HostileStoreTest, TheHolesOfASparseFileExplainNoSteps) {
  const std::int64_t small = Database(path(), Database::Mode::kReadOnly).effort().left;
  std::filesystem::resize_file(path(), std::uintmax_t{1} << 40U);
  EXPECT_LT(Database(path(), Database::Mode::kReadOnly).effort().left, small + 200'000);
}

/// The number of `table`'s root page, from 1, and the size of a page in bytes.
std::pair<int, int> root_and_page_size(const std::string& path, const char* table) {
  Database database(path, Database::Mode::kReadOnly);
  auto root = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?");
  root.bind(std::string_view(table)).step();
  auto size = database.prepare("PRAGMA page_size");
  size.step();
  return {static_cast<int>(root.integer(0)), static_cast<int>(size.integer(0))};
}

// 400 000 rows of 15 MiB fit in a file of 16 MiB in this way.
TEST_F(HostileStoreTest, AFileInWhichTwoPagesReferToOneIsRefused) {
  alter(
      "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 5000)"
      " INSERT INTO test_case SELECT x, 'a' || x, 'l', '', 't', 'w' FROM c;"
      " PRAGMA wal_checkpoint(TRUNCATE)");
  EXPECT_EQ(refusal(Store::Access::kReadOnly), "");
  const auto [root, page_size] = root_and_page_size(path(), "test_case");
  std::fstream file(path(), std::ios::in | std::ios::out | std::ios::binary);
  const auto at = static_cast<std::streamoff>(root - 1) * page_size;
  std::array<char, 16> header{};
  file.seekg(at).read(header.data(), header.size());
  ASSERT_EQ(header[0], 5) << "not an interior page of a table";
  std::array<char, 4> last{header[8], header[9], header[10], header[11]};
  const auto first_cell =
      static_cast<unsigned char>(header[12]) << 8 | static_cast<unsigned char>(header[13]);
  file.seekp(at + first_cell).write(last.data(), last.size());
  file.close();
  for (const auto access : {Store::Access::kReadOnly, Store::Access::kReadWrite})
    EXPECT_THAT(refusal(access), HasSubstr("the file is damaged"));
}

/// As its owner would do it while another user's window shows it.
TEST_F(HostileStoreTest, AFileThatChangedIsCheckedAgainThoughItsTimeIsAsBefore) {
  EXPECT_EQ(refusal(Store::Access::kReadOnly), "");
  struct stat before {};
  ASSERT_EQ(stat(path().c_str(), &before), 0);
  std::fstream file(path(), std::ios::in | std::ios::out | std::ios::binary);
  const auto [root, page_size] = root_and_page_size(path(), "attempt");
  file.seekp(static_cast<std::streamoff>(root - 1) * page_size).put('\x7f');
  file.close();
  const std::array times{before.st_atim, before.st_mtim};
  ASSERT_EQ(utimensat(AT_FDCWD, path().c_str(), times.data(), 0), 0);
  EXPECT_THAT(refusal(Store::Access::kReadOnly), HasSubstr("the file is damaged"));
}

TEST_F(HostileStoreTest, MoreCasesThanAPlanHasAreRefused) {
  alter(
      "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 20000)"
      " INSERT INTO test_case SELECT x, 'a' || x, 'l', '', 't', 'w' FROM c");
  EXPECT_THAT(refusal(Store::Access::kReadOnly), HasSubstr("it has more than 20000 cases"));
  alter("DELETE FROM test_case WHERE id = 20000");
  EXPECT_EQ(refusal(Store::Access::kReadOnly), "");
}

TEST_F(HostileStoreTest, AValueLargerThanAnyOfOursIsAnError) {
  Database database(path(), Database::Mode::kReadOnly);
  auto large = database.prepare("SELECT hex(zeroblob(16000000))");
  EXPECT_THROW(large.step(), StoreError);
}

}  // namespace
}  // namespace seawind
