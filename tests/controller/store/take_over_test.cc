// SPDX-License-Identifier: GPL-3.0-or-later
// Attempts of tasks of a batch system, taken over into the store of the campaign.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "controller/store/sqlite.h"
#include "controller/store/store.h"
#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr int kAll = 1000;

/// A campaign of one case with four repetitions, and the stores of two tasks that ran some of them.
class TakeOver : public ::testing::Test {
 protected:
  TakeOver() {
    make("campaign.db", {0, 1, 2, 3});
    make("one.db", {0, 1, 2});
    make("two.db", {1, 2, 3});
  }

  void make(const std::string& name, const std::vector<int>& numbers) const {
    std::vector<RepetitionInfo> repetitions;
    for (const int number : numbers)
      repetitions.push_back(
          {.case_id = 0, .number = number, .seed = static_cast<std::uint64_t>(number) + 5});
    Store::create(Directory(tree_.root()), name, {.name = "n", .host = "{}"},
                  {{.id = 0, .name = "e0/base/w1", .link = "e0", .tcp = "base", .workload = "w1"}},
                  repetitions);
  }
  std::string path(const std::string& name) const { return (tree_.root() / name).string(); }

  /// Records an attempt in the store of a task.
  void run(const std::string& task, int number, int attempt, Verdict verdict, RepetitionState state,
           double value = 1.5) const {
    AttemptRecord record;
    record.number = number;
    record.slot = 3;
    record.started_unix_ns = 17;
    record.verdict = verdict;
    record.cause = verdict == Verdict::kValid ? Cause::kNone : Cause::kLimit;
    record.reason = verdict == Verdict::kValid ? "" : "late";
    record.directory = "attempts/e0/" + std::to_string(number) + "-" + std::to_string(attempt);
    record.fidelity = FidelityInfo{.releases = 9, .histogram = {{3, 4}, {600, 5}}};
    record.flows = {{.name = "bulk1", .generator = "bulk_tcp", .sink_port = 5001, .size = 100}};
    record.metrics = {{.flow = "", .metric = "total_elapsed", .unit = "s", .value = value}};
    Store(path(task)).commit_attempt(record, state);
  }

  Takeover take(const std::string& task, int most = kAll) const {
    Database from(path(task), Database::Mode::kReadOnly);
    const std::string name = task == "one.db" ? "1-1.0" : "1-2.0";
    return Store(path("campaign.db"))
        .take_over({.name = name, .node = "n1", .folder = "attempts/+1/" + name}, from, most,
                   [this](const std::string& place) { return !missing_.contains(place); });
  }

  /// All rows of the result of a query, as text.
  std::vector<std::string> rows(const std::string& query,
                                const std::string& store = "campaign.db") const {
    Database database(path(store), Database::Mode::kReadOnly);
    auto row = database.prepare(query);
    std::vector<std::string> out;
    while (row.step()) {
      std::string text;
      for (int i = 0; i < row.columns(); ++i) text += (i == 0 ? "" : "|") + row.text(i);
      out.push_back(text);
    }
    return out;
  }

  test::TempTree tree_;
  std::set<std::string> missing_;  // directories of attempts
};

constexpr const char* kStates = "SELECT number, state FROM repetition ORDER BY number";

TEST_F(TakeOver, EveryRowArrivesAsItWas) {
  run("one.db", 1, 1, Verdict::kInvalid, RepetitionState::kPending);
  run("one.db", 1, 2, Verdict::kValid, RepetitionState::kDone);
  EXPECT_EQ(take("one.db").done, 1);
  const std::string attempt =
      "SELECT case_id, number, slot, started_unix_ns, ended_unix_ns, verdict, reason, cause, "
      "not_finite FROM attempt ORDER BY id";
  EXPECT_EQ(rows(attempt), rows(attempt, "one.db"));
  for (const char* table : {"fidelity", "flow", "metric"}) {
    const std::string all = std::string("SELECT * FROM ") + table + " ORDER BY attempt_id";
    EXPECT_EQ(rows(all), rows(all, "one.db")) << table;
    EXPECT_EQ(rows(all).size(), 2U) << table;
  }
  EXPECT_THAT(
      rows("SELECT directory, t.name, node FROM attempt a JOIN task t ON t.id = task_id "
           "ORDER BY a.id"),
      ElementsAre("attempts/+1/1-1.0/e0/1-1|1-1.0|n1", "attempts/+1/1-1.0/e0/1-2|1-1.0|n1"));
  EXPECT_THAT(rows("SELECT number, state, attempt_id FROM repetition WHERE attempt_id NOT NULL"),
              ElementsAre("1|done|2"));
}

TEST_F(TakeOver, AnAttemptIsTakenOnce) {
  run("one.db", 0, 1, Verdict::kValid, RepetitionState::kDone);
  take("one.db");
  const Takeover again = take("one.db");
  EXPECT_EQ(again.attempts, 0);
  EXPECT_EQ(again.done, 0);
  EXPECT_THAT(again.superfluous, IsEmpty());
  run("one.db", 1, 1, Verdict::kValid, RepetitionState::kDone);
  EXPECT_EQ(take("one.db").done, 1);
  EXPECT_EQ(rows("SELECT * FROM attempt").size(), 2U);
}

TEST_F(TakeOver, PartsOfAStoreAreTheWholeOfIt) {
  for (int number = 0; number < 3; ++number)
    run("one.db", number, 1, Verdict::kValid, RepetitionState::kDone);
  EXPECT_TRUE(take("one.db", 2).more);
  EXPECT_FALSE(take("one.db", 2).more);
  EXPECT_THAT(rows(kStates), ElementsAre("0|done", "1|done", "2|done", "3|pending"));
}

TEST_F(TakeOver, ARepetitionOfTwoTasksCountsOnce) {
  run("one.db", 1, 1, Verdict::kValid, RepetitionState::kDone, 1);
  run("two.db", 1, 1, Verdict::kValid, RepetitionState::kDone, 2);
  run("two.db", 3, 1, Verdict::kValid, RepetitionState::kDone, 3);
  take("one.db");
  const Takeover second = take("two.db");
  EXPECT_EQ(second.attempts, 2);
  EXPECT_EQ(second.done, 1);
  EXPECT_THAT(second.superfluous, ElementsAre("attempts/e0/1-1"));
  EXPECT_THAT(rows("SELECT value FROM metric ORDER BY value"), ElementsAre("1.0", "3.0"));
  EXPECT_THAT(rows("SELECT name, superfluous FROM task ORDER BY name"),
              ElementsAre("1-1.0|0", "1-2.0|1"));
}

// In whatever order the tasks' stores arrive.
TEST_F(TakeOver, AValidAttemptCountsMoreThanFailedOnes) {
  for (const bool failed_first : {true, false}) {
    std::filesystem::remove(path("campaign.db"));
    make("campaign.db", {0, 1, 2, 3});
    if (failed_first) {
      run("one.db", 2, 1, Verdict::kInvalid, RepetitionState::kFailed);
      run("two.db", 2, 1, Verdict::kValid, RepetitionState::kDone);
    }
    const Takeover first = take(failed_first ? "one.db" : "two.db");
    EXPECT_EQ(first.done, failed_first ? 0 : 1);
    EXPECT_EQ(first.failed, failed_first ? 1 : 0);
    const Takeover second = take(failed_first ? "two.db" : "one.db");
    EXPECT_EQ(second.done, failed_first ? 1 : 0);
    EXPECT_EQ(second.failed, failed_first ? -1 : 0);
    EXPECT_THAT(rows(kStates), ElementsAre("0|pending", "1|pending", "2|done", "3|pending"));
    EXPECT_THAT(rows("SELECT verdict FROM attempt JOIN repetition ON id = attempt_id"),
                ElementsAre("valid"));
  }
}

TEST_F(TakeOver, AnAttemptWithoutItsDirectoryIsNotTaken) {
  run("one.db", 0, 1, Verdict::kValid, RepetitionState::kDone);
  run("one.db", 1, 1, Verdict::kValid, RepetitionState::kDone);
  missing_ = {"attempts/+1/1-1.0/e0/1-1"};
  try {
    take("one.db");
    ADD_FAILURE();
  } catch (const StoreError& error) {
    EXPECT_STREQ(error.what(),
                 "cannot take over attempts of task 1-1.0: there is no "
                 "attempts/+1/1-1.0/e0/1-1");
  }
  EXPECT_THAT(rows("SELECT * FROM attempt"), IsEmpty());
}

TEST_F(TakeOver, SkippedRepetitionsStaySkipped) {
  Store(path("campaign.db")).skip_from(0, 2);
  run("one.db", 2, 1, Verdict::kValid, RepetitionState::kDone);
  EXPECT_THAT(take("one.db").superfluous, ElementsAre("attempts/e0/2-1"));
  EXPECT_THAT(rows(kStates), ElementsAre("0|pending", "1|pending", "2|skipped", "3|skipped"));
}

TEST_F(TakeOver, AStoreOfSomethingElseChangesNothing) {
  run("one.db", 0, 1, Verdict::kValid, RepetitionState::kDone);
  run("one.db", 1, 1, Verdict::kValid, RepetitionState::kDone);
  const auto refused = [&](const char* change, const char* why) {
    Database(path("one.db"), Database::Mode::kReadWrite).execute(change);
    try {
      take("one.db");
      ADD_FAILURE() << "taken after " << change;
    } catch (const StoreError& error) {
      EXPECT_THAT(error.what(), HasSubstr(why));
    }
    EXPECT_THAT(rows("SELECT * FROM attempt"), IsEmpty());
    EXPECT_THAT(rows("SELECT * FROM task"), IsEmpty());
  };
  for (const char* directory : {"attempts/../../etc", "logs/e0/1-1", "attempts/e0", "attempts/e0/"})
    refused(
        (std::string("UPDATE attempt SET directory = '") + directory + "' WHERE id = 2").c_str(),
        "cannot take over attempts of task 1-1.0: the directory of one is");
  Database(path("one.db"), Database::Mode::kReadWrite)
      .execute("UPDATE attempt SET directory = 'attempts/e0/1-1' WHERE id = 2");
  refused(
      "INSERT INTO repetition VALUES (0, 9, 14, 'done', 2); UPDATE attempt SET number = 9 "
      "WHERE id = 2",
      "it has repetition 9 of case 0, which is unknown");
}

}  // namespace
}  // namespace seawind
