// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/junit.h"

#include <gtest/gtest.h>

#include <string>

#include "controller/store/layout.h"
#include "controller/store/store.h"
#include "tests/controller/report/well_formed.h"
#include "tests/controller/store/stored_campaign.h"

namespace seawind {
namespace {

/// The attributes of the first element that begins with `start`.
std::string line_with(const std::string& xml, const std::string& start) {
  const auto at = xml.find(start);
  return at == std::string::npos ? "" : xml.substr(at, xml.find('>', at) + 1 - at);
}

/// Commits the first repetition of the first case.
void commit(const test::StoredCampaign& campaign, Verdict verdict, RepetitionState state,
            const std::string& reason) {
  AttemptRecord attempt;
  attempt.verdict = verdict;
  attempt.cause = verdict == Verdict::kFailed ? Cause::kError : Cause::kLimit;
  attempt.reason = reason;
  attempt.directory = "attempts/x";
  attempt.started_unix_ns = 1'790'000'000'000'000'000;
  attempt.ended_unix_ns = attempt.started_unix_ns + 2'345'600'000;
  Store(campaign.directory() / kStoreFile).commit_attempt(attempt, state);
}

test::StoredCampaign one_repetition() {
  return test::StoredCampaign({{.link = "e0", .tcp = "baseline", .pending = 1}});
}

TEST(Junit, CountsTheRepetitionsOfEachCase) {
  const test::StoredCampaign campaign(
      {{.link = "e0", .tcp = "baseline", .throughput = {7817, 7811}, .failed = 1, .pending = 1},
       {.link = "e0", .tcp = "enhanced", .throughput = {7872}}});
  const std::string xml = junit_xml({campaign.directory()});
  EXPECT_EQ(test::markup_problem("<!DOCTYPE html>" + xml.substr(xml.find('\n') + 1)), "");
  EXPECT_NE(line_with(xml, "<testsuites").find(R"(tests="5" failures="0" errors="0" skipped="2")"),
            std::string::npos)
      << xml;
  EXPECT_NE(line_with(xml, R"(<testsuite name="quickstart/e0/tail-drop-20/baseline/w1")")
                .find(R"(tests="4" failures="0" errors="0" skipped="2")"),
            std::string::npos);
  EXPECT_NE(xml.find(R"(<skipped message="no valid timing in 1 attempt: lateness p99.9 2.1ms &gt; )"
                     R"(1ms &lt;limit&gt;"/>)"),
            std::string::npos);
  EXPECT_NE(xml.find(R"(<skipped message="not run to its end: the campaign was stopped"/>)"),
            std::string::npos);
}

TEST(Junit, AFailureHasItsReasonAndTime) {
  const auto campaign = one_repetition();
  commit(campaign, Verdict::kFailed, RepetitionState::kFailed,
         "a \"quoted\" <b> & \x1b[31m, \xef\xbf\xbf and \xff");
  const std::string xml = junit_xml({campaign.directory()});
  EXPECT_NE(line_with(xml, "<testcase").find(R"(name="repetition 0" time="2.346")"),
            std::string::npos)
      << xml;
  EXPECT_NE(xml.find(R"(message="a &quot;quoted&quot; &lt;b&gt; &amp; \x1b[31m, ? and \xff")"),
            std::string::npos)
      << xml;
  EXPECT_NE(line_with(xml, "<testsuites").find(R"(failures="1")"), std::string::npos);
}

/// An attempt that failed and is repeated is not a result yet.
TEST(Junit, ARepetitionThatIsRepeatedIsSkipped) {
  const auto campaign = one_repetition();
  commit(campaign, Verdict::kFailed, RepetitionState::kPending, "the test bed was lost");
  EXPECT_NE(junit_xml({campaign.directory()})
                .find("the campaign was stopped; the newest attempt: the test bed was lost"),
            std::string::npos);
}

TEST(Junit, RepetitionsThatAreNotNeededAreLeftOut) {
  const auto campaign = one_repetition();
  Store(campaign.directory() / kStoreFile).skip_from(0, 0);
  EXPECT_NE(line_with(junit_xml({campaign.directory()}), "<testsuites").find(R"(tests="0")"),
            std::string::npos);
}

TEST(Junit, ACampaignThatIsNotThereIsAnError) {
  const auto campaign = one_repetition();
  const std::string xml = junit_xml({"/nonexistent", campaign.directory()});
  EXPECT_NE(line_with(xml, "<testsuites").find(R"(tests="2" failures="0" errors="1" skipped="1")"),
            std::string::npos)
      << xml;
  EXPECT_NE(line_with(xml, "<error").find("/nonexistent"), std::string::npos);
}

}  // namespace
}  // namespace seawind
