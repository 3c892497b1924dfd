// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/store/query.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/error.h"
#include "controller/store/sqlite.h"
#include "tests/controller/store/campaign_fixture.h"

namespace seawind::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<FixtureCase> kCases = {
    {.link = "e0", .tcp = "baseline", .throughput = {7817, 7811}, .failed = 1, .pending = 2}};

TEST(Query, CountsAndSamplesOfACampaign) {
  const CampaignFixture campaign(kCases);
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

TEST(Query, TimingIsTheWorstOfTheRepetitionsThatCount) {
  const CampaignFixture campaign(kCases);
  const TimingSummary t = load_results(campaign.directory()).timing;
  EXPECT_EQ(t.attempts, 2);
  EXPECT_EQ(t.realtime, 2);
  EXPECT_EQ(t.releases, 8000);
  EXPECT_EQ(t.worst_p999_ns, 181'000);
  EXPECT_EQ(t.worst_max_ns, 900'000);
}

TEST(Query, UncountedAttemptsHaveTheReason) {
  const CampaignFixture campaign(kCases);
  const CampaignResults r = load_results(campaign.directory());
  EXPECT_EQ(r.uncounted_attempt_count, 1);
  ASSERT_EQ(r.uncounted_attempts.size(), 1u);
  EXPECT_EQ(r.uncounted_attempts[0].number, 2);
  EXPECT_EQ(r.uncounted_attempts[0].verdict, "invalid");
}

TEST(Query, FindsTheAttemptThatCounts) {
  const CampaignFixture campaign(kCases);
  const std::string name = CampaignFixture::case_name(kCases[0]);
  EXPECT_EQ(done_repetition(campaign.directory(), name, 1).directory,
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
  const CampaignFixture campaign(kCases);
  const std::string name = CampaignFixture::case_name(kCases[0]);
  for (const char* elsewhere :
       {"../..", "/etc", "attempts", "attempts/", "attempts/..", "attempts/../../x", "logs/a", "",
        "./attempts/0-1", "attempts/0-1/../../../x"}) {
    {
      Database db((campaign.directory() / "campaign.db").string(), Database::Mode::kReadWrite);
      db.execute(fmt::format("UPDATE attempt SET directory = '{}'", elsewhere));
    }
    expect_error([&] { done_repetition(campaign.directory(), name, 1); },
                 "it does not lie in attempts/");
    expect_error([&] { done_repetitions(campaign.directory(), name); },
                 "it does not lie in attempts/");
  }
}

TEST(Query, NoLinkOfAnAttemptIsFollowed) {
  namespace fs = std::filesystem;
  const CampaignFixture campaign(kCases);
  const fs::path& root = campaign.directory();
  const auto checked = [&] { return checked_attempt(root, "attempts/a/000-1"); };
  EXPECT_EQ(checked(), root / "attempts/a/000-1");  // the directory may have been removed
  fs::create_directories(root / "victim/000-1");
  fs::remove_all(root / "attempts");
  fs::create_directories(root / "attempts");
  fs::create_directory_symlink(root / "victim", root / "attempts/a");
  EXPECT_THROW(checked(), Error);
  fs::remove(root / "attempts/a");
  fs::create_directories(root / "attempts/a");
  fs::create_directory_symlink(root / "victim/000-1", root / "attempts/a/000-1");
  EXPECT_THROW(checked(), Error);
  fs::remove(root / "attempts/a/000-1");
  fs::create_directories(root / "attempts/a/000-1");
  EXPECT_NO_THROW(checked());
  fs::create_symlink("/etc/passwd", root / "attempts/a/000-1/events.zst");
  expect_error(checked, "events.zst: it is neither a file nor a directory");
}

TEST(Query, ErrorsSayWhatIsWrong) {
  const CampaignFixture campaign(kCases);
  const std::string name = CampaignFixture::case_name(kCases[0]);
  expect_error([&] { done_repetition(campaign.directory(), name, 2); }, "it is failed, not done");
  expect_error([&] { done_repetition(campaign.directory(), name, 3); }, "it is pending, not done");
  expect_error([&] { done_repetition(campaign.directory(), name, 9); },
               "cannot find repetition e0/tail-drop-20/baseline/w1/9");
  expect_error([&] { load_results(campaign.directory() / "attempts"); },
               "it is not a campaign directory (no campaign.db)");
}

TEST(Query, ValuesThatAreNotNumbersAreLeftOut) {
  const CampaignFixture campaign(kCases);
  Database((campaign.directory() / "campaign.db").string(), Database::Mode::kReadWrite)
      .execute(
          "UPDATE metric SET value = 9e999 WHERE metric = 'overall_throughput' AND attempt_id ="
          " (SELECT min(attempt_id) FROM repetition WHERE state = 'done')");
  EXPECT_THAT(load_results(campaign.directory()).cases[0].of("", "overall_throughput"),
              ElementsAre(7811));
}

}  // namespace
}  // namespace seawind::test
