// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/live_report.h"

#include <gtest/gtest.h>

namespace seawind {
namespace {

TEST(LiveReportTest, HasTheProgressOfTheScheduler) {
  Plan plan;
  plan.add_cases()->set_id("a");
  plan.add_cases()->set_id("b/c");
  const LiveRun run{.pid = 5, .started_unix_ns = 100, .done_before = 7, .failed_before = 1};
  CampaignProgress progress{.state = RunState::kPaused,
                            .pending = 3,
                            .running = 2,
                            .done = 2,
                            .failed = 1,
                            .allowed = 4,
                            .elapsed_s = 9,
                            .remaining_s = 11,
                            .lateness_p999 = 84'000,
                            .machine = "pauses"};
  progress.slots = {{.slot = 0,
                     .job = {.case_index = 1, .number = 2, .attempt = 3},
                     .phase = AttemptPhase::kRunning,
                     .since_unix_ns = 1'000'000'000,
                     .expected_s = 2.5,
                     .link = "slot-0"},
                    {.slot = 3, .since_unix_ns = 5}};
  const LiveState live = live_state(plan, run, "/run/x.sock", progress, 200);
  EXPECT_EQ(live.pid, 5);
  EXPECT_EQ(live.state, RunState::kPaused);
  EXPECT_EQ(live.started_unix_ns, 100);
  EXPECT_EQ(live.updated_unix_ns, 200);
  EXPECT_EQ(live.allowed, 4);
  EXPECT_EQ(live.pending, 3);
  EXPECT_EQ(live.done, 9);
  EXPECT_EQ(live.failed, 2);
  EXPECT_EQ(live.machine, "pauses");
  EXPECT_EQ(live.relay, "/run/x.sock");
  ASSERT_EQ(live.slots.size(), 2U);
  EXPECT_EQ(live.slots[0], (LiveSlot{.slot = 0,
                                     .case_index = 1,
                                     .case_name = "b/c",
                                     .repetition = 2,
                                     .attempt = 3,
                                     .phase = AttemptPhase::kRunning,
                                     .since_unix_ns = 1'000'000'000,
                                     .expected_end_unix_ns = 3'500'000'000,
                                     .link = "slot-0",
                                     .directory = "work/001-b_c.002-3.tmp"}));
  EXPECT_EQ(live.slots[1].phase, AttemptPhase::kSettingUp);
  EXPECT_EQ(live.slots[1].expected_end_unix_ns, 0);
}

}  // namespace
}  // namespace seawind
