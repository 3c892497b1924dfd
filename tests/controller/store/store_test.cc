// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/store/store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "controller/store/sqlite.h"
#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class StoreTest : public ::testing::Test {
 protected:
  StoreTest() {
    Store::create(
        Directory(tree_.root()), "campaign.db",
        {.name = "n",
         .test_set_file = "n.yaml",
         .resolved_sha256 = "ab",
         .seed = ~0ULL,
         .program_version = "0.1.0",
         .host = "{}",
         .created_unix_ns = 5},
        {{.id = 0,
          .name = "e0/q/base/w1",
          .link = "e0",
          .router = "",
          .tcp = "base",
          .workload = "w1"}},
        {{.case_id = 0, .number = 0, .seed = 1ULL << 63}, {.case_id = 0, .number = 1, .seed = 7}});
  }
  std::string path() const { return (tree_.root() / "campaign.db").string(); }

  static AttemptRecord attempt(int number, Verdict verdict, Cause cause = Cause::kNone,
                               const std::string& reason = {}) {
    AttemptRecord record;
    record.number = number;
    record.verdict = verdict;
    record.cause = cause;
    record.reason = reason;
    record.directory = "attempts/" + std::to_string(number) + reason;
    record.fidelity = FidelityInfo{.releases = 9, .histogram = {{3, 4}, {600, 5}}};
    record.flows = {{.name = "bulk1", .generator = "bulk_tcp", .sink_port = 5001, .size = 100}};
    record.metrics = {{.flow = "", .metric = "total_elapsed", .unit = "s", .value = 1.5}};
    return record;
  }

  const test::TempTree tree_;
};

// The store may contain output of other programs, and may come from an untrusted source.
TEST_F(StoreTest, TextsAreReadWithoutControlCharacters) {
  Database database(path(), Database::Mode::kReadWrite);
  database.execute("UPDATE campaign SET name = 'a' || char(27) || '[2J' || char(10) || 'b'");
  EXPECT_EQ(Store(path()).campaign().name, "a\\x1b[2J\nb");
}

TEST_F(StoreTest, KeepsWhatACampaignIs) {
  const Store store(path());
  EXPECT_EQ(store.campaign().seed, ~0ULL);
  EXPECT_EQ(store.campaign().test_set_file, "n.yaml");
  ASSERT_EQ(store.cases().size(), 1U);
  EXPECT_EQ(store.cases()[0].name, "e0/q/base/w1");
  ASSERT_EQ(store.repetitions().size(), 2U);
  EXPECT_EQ(store.repetitions()[0].seed, 1ULL << 63);
}

TEST_F(StoreTest, DoneSurvivesReopening) {
  Store(path()).commit_attempt(attempt(1, Verdict::kValid), RepetitionState::kDone);
  const Store again(path());
  EXPECT_EQ(again.repetitions()[0].state, RepetitionState::kPending);
  EXPECT_EQ(again.repetitions()[1].state, RepetitionState::kDone);
  EXPECT_THAT(again.attempt_directories(), ElementsAre("attempts/1"));
}

TEST_F(StoreTest, DoneIsCommittedOnce) {
  Store store(path());
  store.commit_attempt(attempt(0, Verdict::kValid), RepetitionState::kDone);
  try {
    store.commit_attempt(attempt(0, Verdict::kValid), RepetitionState::kDone);
    FAIL();
  } catch (const StoreError& error) {
    EXPECT_STREQ(error.what(),
                 "cannot record an attempt at repetition 0 of case 0: it is done already");
  }
  EXPECT_EQ(store.attempt_directories().size(), 1U);
}

TEST_F(StoreTest, FailedCommitLeavesNothingBehind) {
  Store store(path());
  auto twice = attempt(0, Verdict::kValid);
  twice.metrics.push_back(twice.metrics.front());  // the primary key rejects the second one
  EXPECT_THROW(store.commit_attempt(twice, RepetitionState::kDone), StoreError);
  EXPECT_THAT(store.attempt_directories(), ElementsAre());
  EXPECT_EQ(store.repetitions()[0].state, RepetitionState::kPending);
  store.commit_attempt(attempt(0, Verdict::kValid), RepetitionState::kDone);  // still usable
}

TEST_F(StoreTest, AttemptsChangedByHandDoNotCount) {
  Store store(path());
  store.commit_attempt(attempt(0, Verdict::kInvalid, Cause::kByHand,
                               "changed by hand: 1 change of the running link"),
                       RepetitionState::kPending);
  store.commit_attempt(attempt(0, Verdict::kInvalid, Cause::kLimit, "late"),
                       RepetitionState::kPending);
  EXPECT_EQ(store.repetitions()[0].attempts, 2);
  EXPECT_EQ(store.repetitions()[0].counted_attempts, 1);
}

TEST_F(StoreTest, TheCauseDecidesWhatCountsNotTheWordsOfTheReason) {
  Store store(path());
  store.commit_attempt(attempt(0, Verdict::kInvalid, Cause::kLimit, "test bed lost: 1"),
                       RepetitionState::kPending);
  store.commit_attempt(attempt(0, Verdict::kInvalid, Cause::kClock, "2"),
                       RepetitionState::kPending);
  store.commit_attempt(attempt(0, Verdict::kFailed, Cause::kError, "changed by hand: 3"),
                       RepetitionState::kPending);
  store.commit_attempt(attempt(0, Verdict::kFailed, Cause::kNoRoom, "4"),
                       RepetitionState::kPending);
  EXPECT_EQ(store.repetitions()[0].attempts, 4);
  EXPECT_EQ(store.repetitions()[0].counted_attempts, 3);
}

TEST_F(StoreTest, LostTestBedsDoNotCount) {
  Store store(path());
  store.commit_attempt(attempt(0, Verdict::kInvalid, Cause::kLimit, "late"),
                       RepetitionState::kPending);
  store.commit_attempt(attempt(0, Verdict::kFailed, Cause::kTestBed, "test bed lost: killed"),
                       RepetitionState::kPending);
  EXPECT_EQ(store.repetitions()[0].attempts, 2);
  EXPECT_EQ(store.repetitions()[0].counted_attempts, 1);
  EXPECT_EQ(store.progress().invalid_attempts, 1);
  EXPECT_EQ(store.progress().failed_attempts, 1);
  ASSERT_EQ(store.uncounted_attempts(1).size(), 1U);
  EXPECT_EQ(store.uncounted_attempts(1)[0].reason, "test bed lost: killed");
}

TEST_F(StoreTest, ADropReasonWithoutARowIsZero) {
  Store store(path());
  for (int number : {0, 1}) {
    AttemptRecord one = attempt(number, Verdict::kValid);
    one.metrics.push_back({"f", "reverse_drops_congestion", "packets", 4});
    if (number == 1) one.metrics.push_back({"f", "reverse_drops_early", "packets", 3});
    store.commit_attempt(one, RepetitionState::kDone);
  }
  EXPECT_EQ(store.values(0, "f", "reverse_drops_early"), (std::map<int, double>{{0, 0}, {1, 3}}));
  EXPECT_TRUE(store.values(0, "f", "drops_early").empty());
  EXPECT_TRUE(store.values(0, "g", "reverse_drops_early").empty());
}

TEST_F(StoreTest, SkippedRepetitionsDoNotCountButTheirAttemptsStay) {
  Store store(path());
  store.commit_attempt(attempt(0, Verdict::kValid), RepetitionState::kDone);
  store.commit_attempt(attempt(1, Verdict::kValid), RepetitionState::kDone);
  EXPECT_EQ(store.values(0, "", "total_elapsed"), (std::map<int, double>{{0, 1.5}, {1, 1.5}}));
  EXPECT_TRUE(store.values(0, "", "elapsed").empty());
  store.skip_from(0, 1);
  EXPECT_EQ(store.progress().done, 1);
  EXPECT_EQ(store.progress().skipped, 1);
  EXPECT_EQ(store.repetitions()[1].state, RepetitionState::kSkipped);
  EXPECT_EQ(store.attempt_directories().size(), 2U);
  EXPECT_EQ(store.values(0, "", "total_elapsed").size(), 1U);
  EXPECT_THROW(store.commit_attempt(attempt(1, Verdict::kValid), RepetitionState::kDone),
               StoreError);
}

TEST_F(StoreTest, FullDiskIsItsOwnKindAndTheStoreStaysWhole) {
  {
    Database limited(path(), Database::Mode::kReadWrite);
    auto pages = limited.prepare("PRAGMA page_count");
    pages.step();
    limited.execute("PRAGMA max_page_count = " + std::to_string(pages.integer(0)));
    try {
      limited.execute("INSERT INTO attempt VALUES (1,0,0,0,0,0,'valid','" +
                      std::string(100'000, 'x') + "','d','','',NULL)");
      FAIL();
    } catch (const StoreError& error) {
      EXPECT_EQ(error.kind(), StoreError::Kind::kFull);
      EXPECT_EQ(std::string(error.what()),
                "cannot write to " + path() + ": database or disk is full");
    }
  }
  Store(path()).commit_attempt(attempt(0, Verdict::kValid), RepetitionState::kDone);
}

TEST_F(StoreTest, MetricsThatAreNotFiniteAreLeftOutAndSaid) {
  Store store(path());
  auto record = attempt(0, Verdict::kValid);
  record.metrics.push_back({"bulk1", "throughput", "B/s", std::nan("")});
  record.metrics.push_back({"", "fairness", "1", HUGE_VAL});
  store.commit_attempt(record, RepetitionState::kDone);
  EXPECT_EQ(store.values(0, "", "total_elapsed").size(), 1U);
  EXPECT_TRUE(store.values(0, "bulk1", "throughput").empty());
  Database database(path(), Database::Mode::kReadOnly);
  auto row = database.prepare("SELECT not_finite FROM attempt");
  ASSERT_TRUE(row.step());
  EXPECT_EQ(row.text(0), "bulk1 throughput, fairness");
}

TEST_F(StoreTest, ALockedStoreIsBusyAndTakesTheAttemptLater) {
  Store store(path());
  const auto record = attempt(0, Verdict::kValid);
  {
    Database other(path(), Database::Mode::kReadWrite);
    const Transaction lock(other);
    try {
      store.commit_attempt(record, RepetitionState::kDone);
      FAIL();
    } catch (const StoreError& error) {
      EXPECT_EQ(error.kind(), StoreError::Kind::kBusy);
    }
  }
  store.commit_attempt(record, RepetitionState::kDone);
  EXPECT_EQ(store.progress().done, 1);
}

TEST_F(StoreTest, AttemptsLostToTheMachineAreCountedByThemselves) {
  Store store(path());
  auto lost = attempt(0, Verdict::kInvalid, Cause::kMachine, "pauses");
  lost.fidelity = FidelityInfo{.pauses = PauseTotals{.watched = Duration::seconds(9),
                                                     .number = 2,
                                                     .total = Duration::milliseconds(40),
                                                     .largest = Duration::milliseconds(33)},
                               .late_machine = 5,
                               .late_relay = 1,
                               .lateness_max_relay = 1'500'000};
  store.commit_attempt(lost, RepetitionState::kPending);
  auto unknown = attempt(0, Verdict::kInvalid, Cause::kLimit, "late");
  unknown.fidelity = FidelityInfo{};
  store.commit_attempt(unknown, RepetitionState::kPending);
  EXPECT_EQ(store.repetitions()[0].attempts, 2);
  EXPECT_EQ(store.repetitions()[0].counted_attempts, 1);
  EXPECT_EQ(store.repetitions()[0].machine_attempts, 1);
  EXPECT_EQ(store.progress().invalid_attempts, 2);
  EXPECT_EQ(store.progress().machine_attempts, 1);
  Database database(path(), Database::Mode::kReadOnly);
  auto row = database.prepare(
      "SELECT pauses_watched_ns, pause_max_ns, pauses, pauses_total_ns, late_machine, late_relay,"
      " lateness_max_relay_ns FROM fidelity ORDER BY attempt_id");
  ASSERT_TRUE(row.step());
  const std::vector<std::int64_t> expected{9'000'000'000, 33'000'000, 2, 40'000'000, 5, 1,
                                           1'500'000};
  for (int i = 0; i < 7; ++i) EXPECT_EQ(row.integer(i), expected[static_cast<std::size_t>(i)]) << i;
  ASSERT_TRUE(row.step());
  EXPECT_TRUE(row.is_null(0));
  EXPECT_TRUE(row.is_null(3));
}

TEST_F(StoreTest, OtherFilesAreRefused) {
  EXPECT_THROW(Store((tree_.root() / "absent.db").string()), StoreError);
  const auto other = (tree_.root() / "other.db").string();
  Database(other, Database::Mode::kCreate).execute("CREATE TABLE t (x)");
  try {
    const Store store(other);
    FAIL();
  } catch (const StoreError& error) {
    EXPECT_THAT(error.what(), HasSubstr("its schema version is 0, this program reads 5"));
  }
}

}  // namespace
}  // namespace seawind
