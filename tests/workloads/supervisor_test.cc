// SPDX-License-Identifier: GPL-3.0-or-later
// The supervisor with small scripts in place of generators.
#include "workloads/agent/supervisor.h"

#include <gtest/gtest.h>

#include "workloads/agent/failure.h"
#include "workloads/monotonic.h"

namespace seawind {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

std::vector<std::string> script(const std::string& text) {
  return {"/bin/sh", "-c", text};
}

const std::string kReady = "echo '{\"ready\":true}'; ";
const FlowEndpoint kSource{"f", true};
const FlowEndpoint kSink{"f", false};

/// Prepares an end for which only the source waits for a start.
void prepare(Supervisor& supervisor, const FlowEndpoint& end, std::vector<std::string> arguments) {
  supervisor.prepare(end, std::move(arguments), {.expects_start = end.source});
}

EndResult only_result(Supervisor& supervisor) {
  const auto results = supervisor.wait(seconds(20), [] { return false; });
  EXPECT_EQ(results.size(), 1u);
  return results.at(0);
}

template <typename Action>
void expect_failure(FailureKind kind, const std::string& text, Action&& action) {
  try {
    action();
    FAIL() << "no failure";
  } catch (const Failure& e) {
    EXPECT_EQ(e.what(), text);
    EXPECT_EQ(e.kind(), kind);
  }
}

TEST(Supervisor, AResultIsPassedOn) {
  Supervisor supervisor({});
  prepare(supervisor, kSink, script(kReady + "echo '{\"ok\":true,\"bytes\":42}'"));
  const EndResult result = only_result(supervisor);
  EXPECT_TRUE(result.ended);
  EXPECT_TRUE(result.outcome.ok) << result.outcome.error;
  EXPECT_EQ(result.outcome.bytes, 42);
}

// Most generators read nothing after their start.
TEST(Supervisor, NotificationsThatNobodyReadsHoldNothingUp) {
  Supervisor supervisor({});
  prepare(supervisor, kSink, script(kReady + "exec sleep 60"));
  const std::string text(900, 'x');
  for (int i = 0; i < 200; ++i) supervisor.notify("f", text);  // 180 kB; a pipe holds 64
  supervisor.reset();
}

TEST(Supervisor, TheStartReachesTheSource) {
  Supervisor supervisor({});
  prepare(supervisor, kSource,
          script(kReady + "read line; case $line in '{\"start\":'*) "
                          "echo '{\"ok\":true,\"bytes\":1,\"start_late_ns\":7}';; esac"));
  supervisor.start({{"f", monotonic_ns() + 10'000'000'000}});
  const EndResult result = only_result(supervisor);
  EXPECT_TRUE(result.outcome.ok) << result.outcome.error;
  EXPECT_EQ(result.outcome.start_late_ns, 7);
}

struct Death {
  std::string program;
  std::string error;
};
class SupervisorDeath : public testing::TestWithParam<Death> {};

TEST_P(SupervisorDeath, IsNamed) {
  Supervisor supervisor({});
  prepare(supervisor, kSink, script(kReady + GetParam().program));
  const EndResult result = only_result(supervisor);
  EXPECT_TRUE(result.ended);
  EXPECT_FALSE(result.outcome.ok);
  EXPECT_EQ(result.outcome.error, GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    All, SupervisorDeath,
    testing::Values(Death{"kill -KILL $$", "the sink generator was ended by signal 9 (Killed)"},
                    Death{"exit 3", "the sink generator ended with status 3"},
                    Death{"exit 0", "the sink generator ended without a result"},
                    Death{"echo '{\"ok\":true,\"bytes\":1}'; exit 4",
                          "the sink generator ended with status 4"},
                    Death{"echo what", "cannot parse what the generator wrote: what"},
                    Death{"echo '{\"ok\":false,\"bytes\":1,\"error\":\"its own words\"}'; exit 1",
                          "its own words"}));

TEST(Supervisor, AGeneratorThatDoesNotBecomeReadyIsExplainedAndForgotten) {
  Supervisor supervisor({});
  expect_failure(FailureKind::kPrecondition, "flow `f`: cannot listen", [&] {
    prepare(supervisor, kSink,
            script("echo '{\"ok\":false,\"bytes\":0,\"error\":\"cannot listen\"}'"));
  });
  expect_failure(FailureKind::kPrecondition,
                 "flow `g`: cannot start /nowhere/x: No such file or directory", [&] {
                   prepare(supervisor, {"g", false}, {"/nowhere/x"});
                 });
  EXPECT_TRUE(supervisor.wait(seconds(20), [] { return false; }).empty());
}

TEST(Supervisor, ASilentGeneratorIsGivenUp) {
  Supervisor supervisor({.ready = milliseconds(50), .grace = milliseconds(50)});
  expect_failure(FailureKind::kPrecondition, "flow `f`: not ready within 50 ms",
                 [&] { prepare(supervisor, kSink, {"/bin/cat"}); });
}

TEST(Supervisor, ResetEndsEvenWhatIgnoresSigterm) {
  Supervisor supervisor({.ready = seconds(10), .grace = milliseconds(50)});
  prepare(supervisor, kSink,
          script("trap '' TERM; " + kReady + "while :; do read line || :; done"));
  supervisor.reset();
  EXPECT_TRUE(supervisor.wait(seconds(0), [] { return false; }).empty());
  prepare(supervisor, kSink, script(kReady));  // the place is free again
}

TEST(Supervisor, WaitReportsRunningEnds) {
  Supervisor supervisor({});
  prepare(supervisor, kSink, script(kReady + "read line"));
  const auto results = supervisor.wait(milliseconds(20), [] { return false; });
  ASSERT_EQ(results.size(), 1u);
  EXPECT_FALSE(results[0].ended);
}

TEST(Supervisor, StartsAreAllOrNothing) {
  Supervisor supervisor({});
  const std::int64_t later = monotonic_ns() + 3600LL * 1'000'000'000;
  prepare(supervisor, kSource, script(kReady + "read line; read never"));
  prepare(supervisor, {"g", true}, script(kReady + "read line; read never"));
  expect_failure(FailureKind::kPrecondition, "flow `g`: no start for the prepared source", [&] {
    supervisor.start({{"f", later}});
  });
  expect_failure(FailureKind::kNotFound, "flow `h`: no prepared end expects a start", [&] {
    supervisor.start({{"f", later}, {"g", later}, {"h", later}});
  });
  expect_failure(FailureKind::kInvalid, "flow `f` is named twice", [&] {
    supervisor.start({{"f", later}, {"f", later}});
  });
  expect_failure(FailureKind::kExists, "flow `f`: the source already exists",
                 [&] { prepare(supervisor, kSource, script(kReady)); });
  try {
    supervisor.start({{"f", later}, {"g", monotonic_ns() - 5'000'000}});
    FAIL() << "a start in the past was accepted";
  } catch (const Failure& e) {
    EXPECT_EQ(e.kind(), FailureKind::kPrecondition);
    EXPECT_EQ(std::string(e.what()).find("flow `g`: its start was "), 0u) << e.what();
  }
  supervisor.start({{"f", later}, {"g", later}});  // none of the refused calls had an effect
  expect_failure(FailureKind::kPrecondition, "flow `f`: its source has already been started", [&] {
    supervisor.start({{"f", later}});
  });
}

TEST(Supervisor, BothEndsOfADatagramFlowReceiveTheStart) {
  Supervisor supervisor({});
  const std::string report =
      "read line; case $line in '{\"start\":'*) echo '{\"ok\":true,\"bytes\":5}';; esac";
  supervisor.prepare(kSource, script(kReady + report), {.expects_start = true});
  supervisor.prepare(kSink, script(kReady + report), {.expects_start = true});
  supervisor.start({{"f", monotonic_ns() + 10'000'000'000}});
  const auto results = supervisor.wait(seconds(20), [] { return false; });
  ASSERT_EQ(results.size(), 2u);
  for (const auto& result : results) EXPECT_TRUE(result.outcome.ok) << result.outcome.error;
}

TEST(Supervisor, AServerIsAwaitedOnlyAfterFinish) {
  Supervisor supervisor({});
  supervisor.prepare(kSink,
                     script(kReady + "read line; [ \"$line\" = '{\"finish\":true}' ] && "
                                     "echo '{\"ok\":true,\"bytes\":3}'"),
                     {.only_serves = true});
  const auto before = monotonic_ns();
  const auto running = supervisor.wait(seconds(20), [] { return false; });
  EXPECT_LT(monotonic_ns() - before, 10'000'000'000) << "it was waited for";
  ASSERT_EQ(running.size(), 1u);
  EXPECT_FALSE(running[0].ended);
  supervisor.finish();
  const EndResult result = only_result(supervisor);
  EXPECT_TRUE(result.ended);
  EXPECT_EQ(result.outcome.bytes, 3) << result.outcome.error;
}

TEST(Supervisor, NotificationReachesOnlyTheEndsOfItsFlow) {
  Supervisor supervisor({});
  const std::string report =
      "read line; [ \"$line\" = '{\"notify\":\"handover\"}' ] && "
      "echo '{\"ok\":true,\"bytes\":4}'";
  prepare(supervisor, kSource, script(kReady + report));
  prepare(supervisor, kSink, script(kReady + report));
  prepare(supervisor, {"g", false}, script(kReady + "read line"));
  supervisor.notify("f", "handover");
  const auto results = supervisor.wait(milliseconds(5000), [] { return false; });
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(results[0].outcome.bytes, 4) << results[0].outcome.error;
  EXPECT_EQ(results[1].outcome.bytes, 4) << results[1].outcome.error;
  EXPECT_FALSE(results[2].ended);
  expect_failure(FailureKind::kNotFound, "flow `f` has no running end here",
                 [&] { supervisor.notify("f", "again"); });
  expect_failure(FailureKind::kInvalid, "text: must be one line of at most 1000 bytes",
                 [&] { supervisor.notify("g", "two\nlines"); });
}

}  // namespace
}  // namespace seawind
