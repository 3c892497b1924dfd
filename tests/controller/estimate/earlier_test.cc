// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/estimate/earlier.h"

#include <fstream>

#include "controller/estimate/estimate.h"
#include "controller/store/sqlite.h"
#include "tests/controller/store/create_campaign.h"
#include "tests/controller/testset/plan_fixture.h"

namespace seawind {
namespace {

constexpr const char* kTwoCases =
    "repetitions: 4\nparallel: 2\n"
    "matrix: {link: [slow, fast], router: q, tcp: reno, workload: w}\n";

class EarlierTest : public test::PlanTest {
 protected:
  /// Writes a campaign of `plan` whose first case's repetitions took `seconds`, in slots 0, 1, ...
  void run(const std::string& name, const Plan& plan, const std::vector<double>& seconds) {
    const auto directory = folder() / name;
    std::vector<CaseInfo> cases;
    for (const Case& one : plan.cases())
      cases.push_back({static_cast<int>(cases.size()), one.id(), "", "", "", ""});
    Store store =
        test::create_campaign(directory, {}, plan, cases, std::vector<int>(cases.size(), 4));
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      AttemptRecord attempt;
      attempt.number = static_cast<int>(i);
      attempt.slot = static_cast<int>(i);
      attempt.started_unix_ns = 1'000'000'000;
      attempt.ended_unix_ns = 1'000'000'000 + static_cast<std::int64_t>(seconds[i] * 1e9);
      attempt.verdict = Verdict::kValid;
      attempt.directory = "attempts/" + std::to_string(i);
      std::filesystem::create_directories(directory / attempt.directory);
      std::ofstream(directory / attempt.directory / "events.zst") << std::string(50'000, 'x');
      store.commit_attempt(attempt, RepetitionState::kDone);
    }
  }
  std::filesystem::path folder() const { return tree_.root() / "campaigns"; }
};

TEST_F(EarlierTest, ACaseIsTheSameWhateverItsNameSeedAndRepetitions) {
  const Plan plan = good(kTwoCases);
  const std::string slow = identity_of(plan.test_set(), plan.cases(0));
  EXPECT_NE(slow, identity_of(plan.test_set(), plan.cases(1)));
  const Plan other = good(
      "name: other\nseed: 9\nrepetitions: 7\nexclude: [{link: fast}]\n"
      "matrix: {link: [slow, fast], router: q, tcp: reno, workload: w}\n");
  EXPECT_EQ(slow, identity_of(other.test_set(), other.cases(0)));
  const Plan small = good(std::string(kTwoCases) + "mtu: 576B\n");
  EXPECT_NE(slow, identity_of(small.test_set(), small.cases(0)));
  tree_.write("workloads/w.yaml", "flows:\n  - {name: a, bulk_tcp: {size: 2kB}}\n");
  const Plan changed = good(kTwoCases);
  EXPECT_NE(slow, identity_of(changed.test_set(), changed.cases(0)));
}

TEST_F(EarlierTest, EstimatesFromTheDurationsOfEarlierAttempts) {
  const Plan plan = good(kTwoCases);
  run("a", plan, {100, 120, 90});
  run("b", plan, {130});
  const Plan small = good(std::string(kTwoCases) + "mtu: 576B\n");
  run("other", small, {1, 1, 1});
  std::filesystem::create_directories(folder() / "damaged");
  std::ofstream(folder() / "damaged" / kStoreFile) << "not a database";
  std::ofstream(folder() / "a file") << "not a folder";

  const EarlierRuns earlier = earlier_runs(plan, folder());
  EXPECT_EQ(earlier.campaigns, 2);
  EXPECT_EQ(earlier.parallel, 3);
  ASSERT_EQ(earlier.cases.size(), 1U);
  const Estimate result = estimate(plan, earlier, AutoSlots{8, 1000});
  EXPECT_EQ(result.cases, 2);
  EXPECT_EQ(result.runs, 8);
  EXPECT_EQ(result.parallel, 2);  // as in the test set
  EXPECT_EQ(result.measured_cases, 1);
  EXPECT_EQ(basis_of(result),
            "1 of 2 cases from 2 earlier campaigns, the others from sizes and rates");
  EXPECT_EQ(result.each[0].measured, 4);
  EXPECT_EQ(result.each[0].seconds.least, 90);
  EXPECT_EQ(result.each[0].seconds.typical, 110);
  EXPECT_EQ(result.each[0].seconds.most, 130);
  EXPECT_GE(result.each[0].bytes.least, 50'000);
  EXPECT_LT(result.each[0].bytes.most, 200'000);  // including its share of the store
  EXPECT_EQ(result.each[1].measured, 0);
  // Two at a time: four attempts of 110 s in sequence, beside the short ones.
  EXPECT_GE(result.seconds.typical, 220);
  EXPECT_LE(result.seconds.typical, 330);
}

TEST_F(EarlierTest, WithoutEarlierCampaignsFromSizesAndRates) {
  const Plan plan = good(kTwoCases);
  const Estimate result = estimate(plan, earlier_runs(plan, folder()), AutoSlots{8, 1000});
  EXPECT_EQ(basis_of(result), "from sizes and rates");
  const std::string text = describe(result, 5e9);
  EXPECT_NE(text.find("; 5.0GB free\n"), std::string::npos) << text;
  EXPECT_NE(describe(result, 100.0).find("100B free: not enough"), std::string::npos);
}

TEST_F(EarlierTest, UntilRunsBetweenItsFewestAndItsMost) {
  const Plan plan = good(
      "parallel: auto\nmatrix: {link: slow, router: q, tcp: reno, workload: w}\n"
      "until: {metric: overall_throughput, half_width: 2%, min_repetitions: 10, max_repetitions: "
      "100}\n");
  const Estimate result = estimate(plan, {}, AutoSlots{8, 20});
  EXPECT_EQ(result.least_runs, 10);
  EXPECT_EQ(result.runs, 100);
  EXPECT_EQ(result.parallel, 8);
  EXPECT_FALSE(result.parallel_fixed);
  EXPECT_LT(result.bytes.least, result.bytes.typical / 9);
}

TEST_F(EarlierTest, ValuesOfAnUntrustedCampaignAreBounded) {
  const Plan plan = good(kTwoCases);
  run("a", plan, {3, 4});
  const auto store = (folder() / "a" / kStoreFile).string();
  Database(store, Database::Mode::kReadWrite)
      .execute(
          "UPDATE attempt SET slot = 2000000000, ended_unix_ns = started_unix_ns - 5"
          " WHERE number = 0");
  const EarlierRuns runs = earlier_runs(plan, folder());
  EXPECT_EQ(runs.parallel, 1000);
  ASSERT_EQ(runs.cases.size(), 1u);
  EXPECT_EQ(runs.cases.begin()->second.seconds, std::vector<double>{4});

  Database(store, Database::Mode::kReadWrite).execute("UPDATE attempt SET directory = '/usr'");
  const EarlierRuns outside = earlier_runs(plan, folder());
  EXPECT_TRUE(outside.cases.empty() || outside.cases.begin()->second.bytes.empty());
}

TEST(FreeSpaceTest, IsThatOfTheFolderThatWouldHoldIt) {
  const auto here = free_space("/tmp");
  ASSERT_TRUE(here);
  EXPECT_GT(*here, 0);
  const auto later = free_space("/tmp/not/there/yet");
  ASSERT_TRUE(later);
  EXPECT_NEAR(*later, *here,
              *here / 10);  // the same file system; other programs may write in between
}

}  // namespace
}  // namespace seawind
