// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/live_report.h"

#include <gtest/gtest.h>

namespace seawind {
namespace {

TEST(LiveReportTest, HasTheProgressOfTheSchedulerAndTheNamesOfThePlan) {
  Plan plan;
  plan.add_cases()->set_id("a");
  plan.add_cases()->set_id("b/c");
  const CampaignProgress progress{.state = RunState::kPaused,
                                  .machine_problem = "pauses",
                                  .allowed = 4,
                                  .queued = 3,
                                  .done = 9,
                                  .failed = 2,
                                  .elapsed_s = 9,
                                  .remaining_s = 11,
                                  .lateness_p999_ns = 84'000,
                                  .running_slots = {{.slot = 0,
                                                     .case_index = 1,
                                                     .repetition = 2,
                                                     .attempt = 3,
                                                     .phase = AttemptPhase::kRunning,
                                                     .since_unix_ns = 1'000'000'000,
                                                     .expected_end_unix_ns = 3'500'000'000,
                                                     .link = "slot-0"}}};
  CampaignProgress expected = progress;
  expected.running_slots[0].case_name = "b/c";
  expected.running_slots[0].directory = "work/001-b_c.002-3.tmp";
  EXPECT_EQ(static_cast<const CampaignProgress&>(live_state(plan, progress)), expected);
}

}  // namespace
}  // namespace seawind
