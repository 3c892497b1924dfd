// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/store/query.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "common/error.h"
#include "controller/store/layout.h"
#include "controller/store/read_plan.h"
#include "controller/store/sqlite.h"
#include "tests/controller/store/stored_campaign.h"

namespace seawind::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<StoredCase> kCases = {
    {.link = "e0", .tcp = "baseline", .throughput = {7817, 7811}, .failed = 1, .pending = 2}};

TEST(Query, CountsAndSamplesOfACampaign) {
  const StoredCampaign campaign(kCases);
  const CampaignResults r = load_results(campaign.directory());
  EXPECT_EQ(r.name, "quickstart");
  EXPECT_EQ(r.seed, 2001u);
  ASSERT_EQ(r.cases.size(), 1u);
  const CaseResults& c = r.cases[0];
  EXPECT_EQ(c.name, "e0/tail-drop-20/baseline/w1");
  EXPECT_EQ(c.repetitions, 5);
  EXPECT_EQ(c.valid, 2);
  EXPECT_EQ(c.failed, 1);
  EXPECT_EQ(c.pending, 2);
  EXPECT_EQ(c.invalid_attempts, 1);
  EXPECT_THAT(c.of("", "overall_throughput"), ElementsAre(7817, 7811));
  EXPECT_THAT(c.of("", "no such metric"), ElementsAre());
}

TEST(Query, AChangedPlanIsRefused) {
  const StoredCampaign campaign(kCases);
  EXPECT_EQ(read_plan(campaign.directory()).cases_size(), 1);
  std::ofstream(campaign.directory() / kResolvedFile, std::ios::app) << "\n";
  EXPECT_THAT([&] { (void)read_plan(campaign.directory()); },
              testing::ThrowsMessage<Error>(HasSubstr("resolved.json has been changed since")));
}

TEST(Query, TimingIsTheWorstOfTheRepetitionsThatCount) {
  const StoredCampaign campaign(kCases);
  const TimingSummary t = load_results(campaign.directory()).timing;
  EXPECT_EQ(t.attempts, 2);
  EXPECT_EQ(t.realtime, 2);
  EXPECT_EQ(t.releases, 8000);
  EXPECT_EQ(t.worst_p999_ns, 181'000);
  EXPECT_EQ(t.worst_max_ns, 900'000);
}

TEST(Query, UncountedAttemptsHaveTheReason) {
  const StoredCampaign campaign(kCases);
  const CampaignResults r = load_results(campaign.directory());
  EXPECT_EQ(r.uncounted_attempt_count, 1);
  ASSERT_EQ(r.uncounted_attempts.size(), 1u);
  EXPECT_EQ(r.uncounted_attempts[0].number, 2);
  EXPECT_EQ(r.uncounted_attempts[0].verdict, "invalid");
}

TEST(Query, FindsTheAttemptThatCounts) {
  const StoredCampaign campaign(kCases);
  const std::string name = StoredCampaign::case_name(kCases[0]);
  EXPECT_EQ(done_repetition(campaign.directory(), name, 1).directory.path(),
            campaign.directory() / "attempts/0-1");
  EXPECT_EQ(first_valid_repetition(campaign.directory(), name), 0);
  EXPECT_EQ(first_valid_repetition(campaign.directory(), "another"), -1);
}

void expect_error(const std::function<void()>& action, const std::string& text) {
  try {
    action();
    FAIL() << "no error: " << text;
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), HasSubstr(text));
  }
}

// The store of an untrusted campaign may contain any name.
TEST(Query, AnAttemptLiesBeneathItsCampaign) {
  const StoredCampaign campaign(kCases);
  const std::string name = StoredCampaign::case_name(kCases[0]);
  for (const char* elsewhere :
       {"../..", "/etc", "attempts", "attempts/", "attempts/..", "attempts/../../x", "logs/a", "",
        "./attempts/0-1", "attempts/0-1/../../../x"}) {
    {
      Database db((campaign.directory() / "campaign.db").string(), Database::Mode::kReadWrite);
      db.execute(fmt::format("UPDATE attempt SET directory = '{}'", elsewhere));
    }
    expect_error([&] { done_repetition(campaign.directory(), name, 1); },
                 "it does not lie in attempts/");
    expect_error([&] { done_repetitions(campaign.directory()); }, "it does not lie in attempts/");
  }
}

// The files of an attempt may be exchanged after the store was read.
TEST(Query, NoLinkOfAnAttemptIsFollowed) {
  namespace fs = std::filesystem;
  const StoredCampaign campaign(kCases);
  const fs::path& root = campaign.directory();
  const fs::path attempt = root / "attempts/0-1";
  const fs::path log = attempt / "events.zst";
  const fs::path elsewhere = root / "victim";
  const AttemptFolder folder =
      done_repetition(root, StoredCampaign::case_name(kCases[0]), 1).directory;
  EXPECT_TRUE(folder.event_log().next());
  fs::rename(log, elsewhere);
  fs::create_symlink(elsewhere, log);
  expect_error([&] { folder.event_log(); }, "events.zst: it is a symbolic link");
  fs::remove(log);
  ASSERT_EQ(mkfifo(log.c_str(), 0600), 0);
  expect_error([&] { folder.event_log(); }, "events.zst: it is not a regular file");
  fs::remove(log);
  fs::rename(elsewhere, log);
  EXPECT_TRUE(folder.event_log().next());
  for (const fs::path& part : {attempt, root / "attempts"}) {
    fs::rename(part, elsewhere);
    fs::create_directory_symlink(elsewhere, part);
    EXPECT_THROW(folder.event_log(), Error);
    EXPECT_THROW(folder.open(), Error);
    fs::remove(part);
    EXPECT_FALSE(folder.open());  // the directory may have been removed
    fs::rename(elsewhere, part);
  }
  EXPECT_TRUE(folder.open());
}

TEST(Query, MetricsOfSomeRepetitionsKeepTheirNumbers) {
  const StoredCampaign campaign(kCases);
  Database((campaign.directory() / "campaign.db").string(), Database::Mode::kReadWrite)
      .execute(
          "DELETE FROM metric WHERE attempt_id = 1 AND metric = 'utilization';"
          "INSERT INTO metric VALUES (2, 'aaa', 'first', 's', 1), (2, 'zzz', 'last', 's', 2)");
  const CaseResults c = load_results(campaign.directory()).cases[0];
  EXPECT_THAT(c.numbers_of("downlink", "utilization"), ElementsAre(1));
  EXPECT_THAT(c.numbers_of("aaa", "first"), ElementsAre(1));
  EXPECT_THAT(c.of("zzz", "last"), ElementsAre(2));
  EXPECT_THAT(c.of("", "overall_throughput"), ElementsAre(7817, 7811));
  EXPECT_THAT(c.numbers_of("slower", "elapsed"), ElementsAre(0, 1));
}

TEST(Query, ADropReasonOfAnotherCaseIsZero) {
  const StoredCampaign campaign({{.link = "e0", .tcp = "baseline", .throughput = {7817, 7811}},
                                 {.link = "e0", .tcp = "enhanced", .throughput = {7872, 7869}}});
  Database((campaign.directory() / "campaign.db").string(), Database::Mode::kReadWrite)
      .execute(
          "DELETE FROM metric WHERE metric LIKE '%drops_%';"
          "INSERT INTO metric SELECT id, 'slower', 'drops_congestion', 'packets', 0 FROM attempt;"
          "INSERT INTO metric VALUES (3, 'slower', 'drops_early', 'packets', 5),"
          " (3, 'faster', 'drops_early', 'packets', 1)");
  const auto cases = load_results(campaign.directory()).cases;
  EXPECT_THAT(cases[0].of("slower", "drops_early"), ElementsAre(0, 0));
  EXPECT_THAT(cases[0].numbers_of("slower", "drops_early"), ElementsAre(0, 1));
  EXPECT_EQ(cases[0].units.at({"slower", "drops_early"}), "packets");
  EXPECT_THAT(cases[1].of("slower", "drops_early"), ElementsAre(5, 0));
  EXPECT_THAT(cases[0].of("faster", "drops_early"), ElementsAre());  // which it does not have
}

TEST(Query, FilledMetricsOfDropsAreBounded) {
  std::vector<StoredCase> cases = {{.link = "e0", .tcp = "baseline", .throughput = {1, 2}}};
  const StoredCampaign campaign(cases);
  Database((campaign.directory() / "campaign.db").string(), Database::Mode::kReadWrite)
      .execute(
          "INSERT INTO attempt SELECT x, 0, x, 0, 0, 1, 'valid', '', 'attempts/a', '', '', NULL "
          "FROM"
          " (WITH RECURSIVE c(x) AS (SELECT 10 UNION ALL SELECT x + 1 FROM c WHERE x < 5009)"
          " SELECT x FROM c);"
          "INSERT INTO repetition SELECT 0, id, 0, 'done', id FROM attempt WHERE id >= 10;"
          "INSERT INTO metric SELECT id, '', 'total_elapsed', 's', 1 FROM attempt WHERE id >= 10;"
          "INSERT INTO metric SELECT id, '', 'drops_' || id, '1', 1 FROM attempt WHERE id >= 10");
  expect_error([&] { load_results(campaign.directory()); },
               "5003 metrics of drops and 5002 repetitions are more than 20000000 values");
}

TEST(Query, ARepetitionThatCountsByAnotherAttemptIsRefused) {
  for (const char* change : {"UPDATE repetition SET attempt_id = 99 WHERE number = 0",
                             "UPDATE repetition SET attempt_id = NULL WHERE number = 0",
                             "UPDATE repetition SET attempt_id = 2 WHERE number = 0",
                             "UPDATE attempt SET verdict = 'invalid' WHERE id = 1"}) {
    SCOPED_TRACE(change);
    const StoredCampaign campaign(kCases);
    EXPECT_NO_THROW(load_results(campaign.directory()));
    Database((campaign.directory() / "campaign.db").string(), Database::Mode::kReadWrite)
        .execute(change);
    const std::string why = "counts by an attempt that is not valid or not its own";
    expect_error([&] { load_results(campaign.directory()); }, why);
    expect_error([&] { for_each_repetition(campaign.directory(), [](const auto&) {}); }, why);
    expect_error([&] { done_repetitions(campaign.directory()); }, why);
    expect_error(
        [&] { done_repetition(campaign.directory(), StoredCampaign::case_name(kCases[0]), 0); },
        why);
  }
}

TEST(Query, TheFlowsOfAnAttemptAreBounded) {
  const StoredCampaign campaign(kCases);
  const std::string name = StoredCampaign::case_name(kCases[0]);
  const auto add = [&](int flows) {
    Database((campaign.directory() / "campaign.db").string(), Database::Mode::kReadWrite)
        .execute(fmt::format("DELETE FROM flow; WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x"
                             " + 1 FROM c WHERE x < {}) INSERT INTO flow SELECT 1, 'f' || x,"
                             " 'bulk', 'down', 'bulk_tcp', x, 1, 0 FROM c",
                             flows));
  };
  add(1000);
  EXPECT_EQ(done_repetition(campaign.directory(), name, 0).flows.size(), 1000U);
  add(1001);
  expect_error([&] { done_repetition(campaign.directory(), name, 0); }, "there are more than 1000");
}

TEST(Query, ErrorsSayWhatIsWrong) {
  const StoredCampaign campaign(kCases);
  const std::string name = StoredCampaign::case_name(kCases[0]);
  expect_error([&] { done_repetition(campaign.directory(), name, 2); }, "it is failed, not done");
  expect_error([&] { done_repetition(campaign.directory(), name, 3); }, "it is pending, not done");
  expect_error([&] { done_repetition(campaign.directory(), name, 9); },
               "cannot find repetition e0/tail-drop-20/baseline/w1/9");
  expect_error([&] { load_results(campaign.directory() / "attempts"); },
               "it is not a campaign directory (no campaign.db)");
}

TEST(Query, ValuesThatAreNotNumbersAreLeftOut) {
  const StoredCampaign campaign(kCases);
  Database((campaign.directory() / "campaign.db").string(), Database::Mode::kReadWrite)
      .execute(
          "UPDATE metric SET value = 9e999 WHERE metric = 'overall_throughput' AND attempt_id ="
          " (SELECT min(attempt_id) FROM repetition WHERE state = 'done')");
  EXPECT_THAT(load_results(campaign.directory()).cases[0].of("", "overall_throughput"),
              ElementsAre(7811));
}

}  // namespace
}  // namespace seawind::test
