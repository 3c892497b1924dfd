// SPDX-License-Identifier: GPL-3.0-or-later
// Verdicts on single attempts by the runner and the session, with simulated programs.
#include "controller/campaign/runner.h"

#include <gtest/gtest.h>

#include "tests/controller/simulation/sim_programs.h"
#include "tests/support/temp_tree.h"

namespace seawind::test {
namespace {

class RunnerTest : public testing::Test {
 protected:
  RunnerTest() : world_(1, tree_.root()) {
    world_.disk_full = [this] { return full_; };
    world_.lose = [](int, const std::string&) {};
    TestSet& set = *plan_.mutable_test_set();
    set.set_repetitions(1);
    set.set_timeout(60 * kSecond);
    set.set_settle(kSecond);
    set.mutable_limits()->set_lateness_p999(kSecond);
    set.mutable_limits()->set_clamped_stamps(100);
    Case& one = *plan_.add_cases();
    one.set_id("case");
    one.mutable_link()->mutable_downlink()->mutable_rate_base()->set_fixed(64000);
    Flow& flow = *one.mutable_workload()->add_flows();
    flow.set_name("one");
    flow.mutable_bulk_tcp()->set_size(kFlowSize);
    slot_->link_name = "link0";
    slot_->daemon = std::make_shared<SimDaemon>();
    access_.link_name = slot_->link_name;
  }

  /// `on_call`: called before each call of a method takes effect.
  AttemptResult run(std::function<void(const std::string& method)> on_call = {}) {
    world_.on_call = std::move(on_call);
    const std::stop_token never;
    return run_attempt(plan_, {}, 0, access_, simulated_peers(world_, slot_, never), world_.clock,
                       Directory(tree_.root()), never, [] {});
  }
  SimDaemon::Link& link() { return slot_->daemon->links.at(slot_->link_name); }

  TempTree tree_;
  SimWorld world_;
  Plan plan_;
  SlotAccess access_;
  bool full_ = false;
  std::shared_ptr<SimSlot> slot_ = std::make_shared<SimSlot>();
};

TEST_F(RunnerTest, AnAttemptWithoutTroubleIsValidAndLeavesNothing) {
  const auto result = run();
  EXPECT_EQ(result.record.verdict, Verdict::kValid) << result.record.reason;
  EXPECT_FALSE(result.dirty);
  EXPECT_TRUE(slot_->daemon->links.empty());
  EXPECT_TRUE(slot_->fixed.generators.empty());
  EXPECT_TRUE(slot_->mobile.generators.empty());
}

TEST_F(RunnerTest, AValidVerdictStaysWhenCleaningUpFailsAndTheSlotIsDirty) {
  const auto result = run([this](const std::string& method) {
    if (method == "Reset") slot_->mobile.alive = false;
  });
  EXPECT_EQ(result.end, AttemptResult::End::kFinished);
  EXPECT_EQ(result.record.verdict, Verdict::kValid) << result.record.reason;
  EXPECT_TRUE(result.dirty);
}

TEST_F(RunnerTest, ALinkChangedByHandDoesNotCountThoughCleaningUpFails) {
  const auto result = run([this](const std::string& method) {
    if (method == "RemoveLink" && slot_->mobile.alive) link().changes = 1;
    if (method == "Reset") slot_->mobile.alive = false;
  });
  EXPECT_EQ(result.record.verdict, Verdict::kInvalid);
  EXPECT_EQ(result.record.cause, Cause::kByHand);
  EXPECT_EQ(result.record.reason, "changed by hand: 1 change of the running link");
  EXPECT_TRUE(result.dirty);
}

TEST_F(RunnerTest, ALinkInPlaceOfItsOwnIsDetected) {
  const auto result = run([this](const std::string& method) {
    if (method == "RemoveLink" && !slot_->daemon->links.empty()) ++link().start;
  });
  EXPECT_EQ(result.record.verdict, Verdict::kFailed);
  EXPECT_EQ(result.record.reason,
            "the link was removed and another one made in its place, by hand");
}

TEST_F(RunnerTest, AFlowEndedByAnotherClientIsDetected) {
  int waits = 0;
  const auto result = run([this, &waits](const std::string& method) {
    if (method != "Wait" || ++waits != 3) return;
    slot_->fixed.generators.clear();
    slot_->mobile.generators.clear();
  });
  EXPECT_EQ(result.record.verdict, Verdict::kFailed);
  EXPECT_EQ(result.record.reason,
            "flow one: source no longer exists: another client has reset the agent");
}

TEST_F(RunnerTest, TrafficThatEndsAfterTheTimeOutFails) {
  const auto whole = run();
  ASSERT_EQ(whole.record.verdict, Verdict::kValid) << whole.record.reason;
  const std::int64_t took = whole.record.ended_unix_ns - whole.record.started_unix_ns;
  ASSERT_GT(took, 3 * kSecond);
  plan_.mutable_test_set()->set_timeout(took - 2 * kSecond);
  const auto result = run();
  EXPECT_EQ(result.record.verdict, Verdict::kFailed);
  EXPECT_NE(result.record.reason.find("was still running after"), std::string::npos)
      << result.record.reason;
}

TEST_F(RunnerTest, LogsOnOtherMachinesAreTakenOnceHoweverTheAttemptEnds) {
  std::vector<std::string> calls;
  access_.make_logs = [&](const std::string& attempt) {
    calls.push_back("make " + attempt);
    return attempt;
  };
  access_.take_logs = [&](const std::string& folder, const Directory&) {
    calls.push_back("take " + folder);
  };
  const std::string folder = work_name(plan_, {});
  const std::vector<std::string> once{"make " + folder, "take " + folder};
  EXPECT_EQ(run().record.verdict, Verdict::kValid);
  EXPECT_EQ(std::exchange(calls, {}), once);
  const auto failed = run([this](const std::string& method) {
    if (method == "Prepare") full_ = true;
  });
  EXPECT_EQ(failed.record.verdict, Verdict::kFailed);
  EXPECT_EQ(std::exchange(calls, {}), once) << failed.record.reason;
  full_ = false;
  access_.take_logs = [](const std::string&, const Directory&) { throw PartLost("gone"); };
  access_.remove_logs = [&](const std::string& which) { calls.push_back("remove " + which); };
  EXPECT_EQ(run().end, AttemptResult::End::kBedLost);
  EXPECT_EQ(calls, (std::vector<std::string>{"make " + folder, "remove " + folder}));
}

TEST_F(RunnerTest, PacketsLostBesideTheLinkMakeAnAttemptInvalid) {
  std::int64_t lost = 3;  // in earlier attempts
  int asked = 0;
  access_.lost_beside_link = [&] { return ++asked % 2 == 1 ? std::int64_t{3} : lost; };
  EXPECT_EQ(run().record.verdict, Verdict::kValid);
  lost = 4;
  const auto result = run();
  EXPECT_EQ(result.record.verdict, Verdict::kInvalid);
  EXPECT_EQ(result.record.cause, Cause::kLimit);
  EXPECT_EQ(result.record.reason,
            "1 packet was lost between the emulator and a host, beside the link");
}

TEST_F(RunnerTest, DatagramsThatAFullBufferHadNoRoomForMakeAnAttemptInvalid) {
  const auto result = run([this](const std::string& method) {
    if (method == "Wait")
      for (auto& [key, one] : slot_->mobile.generators) one.lost_datagrams = 2;
  });
  EXPECT_EQ(result.record.verdict, Verdict::kInvalid);
  EXPECT_EQ(result.record.cause, Cause::kLimit);
  EXPECT_EQ(result.record.reason,
            "flow one: the receive buffer of its sink was full for 2 datagrams: the program was "
            "too late, or net.core.rmem_max is too small");
}

TEST_F(RunnerTest, NoTrafficWhileTheClocksAreKnownWorseThanTheStartsMayBeWrong) {
  plan_.mutable_test_set()->mutable_limits()->set_start_error(10'000'000);
  ClockOffset emulator{.ns = 77 * kSecond, .uncertainty = 6'000'000};
  access_.measure_clocks = [&] {
    return SlotClocks{.emulator = emulator, .fixed = {0, 1'000'000}, .mobile = {0, 4'000'001}};
  };
  bool traffic = false;
  const auto refused = run([&](const std::string& method) { traffic |= method == "CreateLink"; });
  EXPECT_FALSE(traffic);
  EXPECT_EQ(refused.record.verdict, Verdict::kInvalid);
  EXPECT_EQ(refused.record.cause, Cause::kLimit);
  EXPECT_EQ(
      refused.record.reason,
      "flows cannot start on time: the round trips to the hosts leave their clocks unknown by "
      "10ms, and the limit `start_error` is 10ms: put the controller nearer to the hosts, or "
      "raise the limit");
  EXPECT_FALSE(refused.dirty);
  emulator.uncertainty -= 1;
  run([&](const std::string& method) { traffic |= method == "CreateLink"; });
  EXPECT_TRUE(traffic);
}

TEST_F(RunnerTest, AFailedWriteOnAFullDiskHasThatCause) {
  const auto result = run([this](const std::string& method) {
    if (method == "Wait") full_ = true;
  });
  EXPECT_EQ(result.record.verdict, Verdict::kFailed);
  EXPECT_EQ(result.record.cause, Cause::kNoRoom);
}

TEST_F(RunnerTest, ADeadAgentLosesTheSlot) {
  const auto result = run([this](const std::string& method) {
    if (method == "Prepare") slot_->fixed.alive = false;
  });
  EXPECT_EQ(result.end, AttemptResult::End::kSlotLost);
}

TEST_F(RunnerTest, ADeadDaemonLosesTheBed) {
  const auto result = run([this](const std::string& method) {
    if (method == "CreateLink") slot_->daemon->alive = false;
  });
  EXPECT_EQ(result.end, AttemptResult::End::kBedLost);
}

}  // namespace
}  // namespace seawind::test
