// SPDX-License-Identifier: GPL-3.0-or-later
// Every call of SQLite's VFS and every allocation of a small campaign's store fails at its N-th
// use, once and permanently, for all N. Requirements: the error is a StoreError that names the file
// and a reason and does not report damage; the store is consistent; every transaction reported as
// committed is there, and no partial one; work continues afterwards.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <tuple>

#include "controller/store/store.h"
#include "tests/support/fault_vfs.h"
#include "tests/support/temp_tree.h"

namespace seawind::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr int kRepetitions = 3;
constexpr int kMetrics = 4;
// There are thousands of allocations. All of them fail in turn with SEAWIND_ALL_FAULTS=1, otherwise
// one in this many.
constexpr int kAllocationStride = 97;

// Runs before main(), and so before any use of SQLite.
[[maybe_unused]] const bool installed = (install_sqlite_faults(), true);

AttemptRecord attempt(int number) {
  AttemptRecord record;
  record.number = number;
  record.verdict = Verdict::kValid;
  record.cause = Cause::kNone;
  record.directory = fmt::format("attempts/{}", number);
  record.fidelity = FidelityInfo{.releases = 9, .histogram = {{3, 4}, {600, 5}}};
  record.flows = {{.name = "bulk1", .generator = "bulk_tcp", .sink_port = 5001, .size = 100}};
  for (int i = 0; i < kMetrics; ++i)
    record.metrics.push_back({.flow = std::string(200, 'f'),
                              .metric = fmt::format("metric{}", i),
                              .unit = "s",
                              .value = 1.5 * i});
  return record;
}

/// A store that is created, filled and read in steps. A step that throws is repeated once. A step
/// that throws again ends the campaign.
class Campaign {
 public:
  explicit Campaign(fs::path file) : file_(std::move(file)) {}

  void run() {
    created_ = created_ || step([this] {
                 // Removes the files, as happens to a campaign directory that was not completed.
                 for (const char* suffix : {"", "-wal", "-shm", "-journal"})
                   fs::remove(file_.string() + suffix);
                 create();
               });
    if (!created_ || !step([this] { store_ = std::make_unique<Store>(file_.string()); })) return;
    for (int number = 0; number < kRepetitions; ++number)
      if (!step([&] { commit(number); })) return;
    if (!step([this] { read(*store_); })) return;
    complete_ = step([this] {
      const Store reader(file_.string(), Store::Access::kReadOnly);
      read(reader);
    });
  }

  /// Checks what a later program finds when nothing fails any more.
  void check() {
    store_.reset();
    if (created_) {
      Database database(file_.string(), Database::Mode::kReadWrite);
      EXPECT_EQ(text(database, "PRAGMA integrity_check"), "ok");
      EXPECT_EQ(text(database, "SELECT count(*) FROM pragma_foreign_key_check"), "0");
      EXPECT_EQ(text(database,
                     "SELECT count(*) FROM attempt a WHERE "
                     "(SELECT count(*) FROM fidelity WHERE attempt_id = a.id) <> 1 OR "
                     "(SELECT count(*) FROM flow WHERE attempt_id = a.id) <> 1 OR "
                     "(SELECT count(*) FROM metric WHERE attempt_id = a.id) <> " +
                         std::to_string(kMetrics)),
                "0");
      EXPECT_EQ(text(database,
                     "SELECT count(*) FROM repetition r LEFT JOIN attempt a ON a.id = "
                     "r.attempt_id WHERE (r.state = 'done') <> (a.id IS NOT NULL)"),
                "0");
      const Store store(file_.string());
      read(store);
    }
    run();
    EXPECT_TRUE(complete_) << "does not go on";
  }

  bool complete() const { return complete_; }

 private:
  void create() const {
    Store::create(Directory(file_.parent_path()), file_.filename(),
                  {.name = "n", .test_set_file = "n.yaml", .host = "{}"},
                  {{.id = 0, .name = "c", .link = "l", .router = "", .tcp = "t", .workload = "w"}},
                  {{.number = 0, .seed = 1}, {.number = 1, .seed = 2}, {.number = 2, .seed = 3}});
  }

  /// A commit that reported an error may have happened.
  void commit(int number) {
    const auto found = store_->repetitions();
    if (found.at(static_cast<std::size_t>(number)).state == RepetitionState::kPending)
      store_->commit_attempt(attempt(number), RepetitionState::kDone);
    committed_ = std::max(committed_, number + 1);
  }

  /// Checks that every reported commit is there and that values are correct.
  void read(const Store& store) const {
    EXPECT_EQ(store.campaign().name, "n");
    const auto cases = store.cases();
    ASSERT_EQ(cases.size(), 1U);
    EXPECT_EQ(cases[0].name, "c");
    const auto repetitions = store.repetitions();
    ASSERT_EQ(repetitions.size(), static_cast<std::size_t>(kRepetitions));
    int done = 0;
    for (const auto& repetition : repetitions) {
      EXPECT_EQ(repetition.seed, static_cast<std::uint64_t>(repetition.number) + 1);
      if (repetition.number < committed_) EXPECT_EQ(repetition.state, RepetitionState::kDone);
      const bool is_done = repetition.state == RepetitionState::kDone;
      EXPECT_EQ(repetition.attempts, is_done ? 1 : 0);
      done += is_done ? 1 : 0;
    }
    EXPECT_EQ(store.progress().done, done);
    EXPECT_EQ(store.attempt_directories().size(), static_cast<std::size_t>(done));
    const auto values = store.values(0, std::string(200, 'f'), "metric3");
    EXPECT_EQ(values.size(), static_cast<std::size_t>(done));
    for (const auto& [number, value] : values) EXPECT_EQ(value, 4.5);
  }

  template <typename Action>
  bool step(Action action) {
    for (int attempts = 0; attempts < 2; ++attempts) {
      try {
        action();
        return true;
      } catch (const StoreError& error) {
        EXPECT_THAT(error.what(), HasSubstr(file_.string() + ": "));
        EXPECT_THAT(error.what(), Not(HasSubstr("not an error")));
        EXPECT_THAT(error.what(), Not(HasSubstr("schema version")));
        EXPECT_NE(error.kind(), StoreError::Kind::kCorrupt) << error.what();
      }
    }
    return false;
  }

  static std::string text(Database& database, const std::string& query) {
    auto row = database.prepare(query);
    return row.step() ? row.text(0) : "nothing";
  }

  const fs::path file_;
  std::unique_ptr<Store> store_;
  bool created_ = false;
  int committed_ = 0;  // number of repetitions whose commit was reported, from the first on
  bool complete_ = false;
};

class StoreFaults : public testing::TestWithParam<std::tuple<SqliteFault, bool>> {};

TEST_P(StoreFaults, AtEveryUse) {
  const auto& [fault, for_good] = GetParam();
  const bool sampled =
      fault.call == SqliteCall::kAllocate && std::getenv("SEAWIND_ALL_FAULTS") == nullptr;
  int at = 1;
  for (bool happened = true; happened && !HasFailure(); at += sampled ? kAllocationStride : 1) {
    const TempTree tree;
    Campaign campaign(tree.root() / "campaign.db");
    {
      const ArmedSqliteFault armed(fault, at, for_good);
      campaign.run();
      happened = armed.happened();
    }
    if (!for_good || !happened) EXPECT_TRUE(campaign.complete()) << "one fault ended it";
    campaign.check();
    if (HasFailure()) ADD_FAILURE() << "at use " << at;
  }
  // A small WAL is never truncated.
  if (fault.call != SqliteCall::kTruncate) EXPECT_GT(at, 2) << "the call was never used";
}

INSTANTIATE_TEST_SUITE_P(AllCalls, StoreFaults,
                         testing::Combine(testing::ValuesIn(sqlite_faults()), testing::Bool()),
                         [](const auto& test) {
                           std::string name = std::get<0>(test.param).name;
                           std::ranges::replace(name, ' ', '_');
                           return name + (std::get<1>(test.param) ? "_for_good" : "_once");
                         });

}  // namespace
}  // namespace seawind::test
