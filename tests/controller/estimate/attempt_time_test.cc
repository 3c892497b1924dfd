// SPDX-License-Identifier: GPL-3.0-or-later
// Comparison with values calculated by hand: a 64 kbit/s link without delay and packets of 1500
// bytes, so that 146 000 bytes of payload are 100 packets and take 18.75 s; 0.5 s to settle, 0.25 s
// to set up.
#include "controller/estimate/attempt_time.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "controller/estimate/estimate.h"
#include "controller/estimate/schedule.h"
#include "tests/controller/testset/plan_fixture.h"

namespace seawind {
namespace {

constexpr double kAround = 0.5 + kSetUpSeconds;
constexpr const char* kOneCase = "matrix: {link: slow, router: q, tcp: reno, workload: w}\n";

class AttemptTimeTest : public test::PlanTest {
 protected:
  AttemptEstimate of(const std::string& flows, const std::string& more = {}) {
    tree_.write("workloads/w.yaml", "flows:\n" + flows);
    const Plan plan = good(kOneCase + more);
    return estimate_attempt(plan.test_set(), plan.cases(0));
  }
};

TEST_F(AttemptTimeTest, ATransferTakesItsBytesOverTheRate) {
  const auto one = of("  - {name: a, bulk_tcp: {size: 146000B}}\n");
  EXPECT_NEAR(one.seconds.typical, 18.75 + kAround, 1e-6);
  EXPECT_NEAR(one.seconds.least, 18.75 + kAround, 1e-6);
  EXPECT_NEAR(one.seconds.most, 600 + kSetUpSeconds, 1e-6);  // the time-out
  // 90 B per packet, two ends with 187.5 samples of 680 B each, five files.
  EXPECT_NEAR(one.bytes.typical, 8'200 + 5 * 2'048 + 9'000 + 2 * 187.5 * 680, 1);
}

TEST_F(AttemptTimeTest, TheRestOfATransferEndsBelowTheResolutionOfTheTime) {
  tree_.write("profiles/slow.yaml",
              "downlink: {rate_base: 100Gbit/s, link_send_buffer_size: 12000B}\n"
              "uplink: {rate_base: 100Gbit/s, link_send_buffer_size: 12000B}\n");
  for (int size = 1'000'000; size < 1'000'200; ++size)
    EXPECT_NEAR(of(fmt::format("  - {{name: a, start: 1h, bulk_tcp: {{size: {}B}}}}\n", size),
                   "timeout: 2h\n")
                    .seconds.typical,
                3600 + kAround, 0.1);
}

TEST_F(AttemptTimeTest, RoundTripsErrorsAndStatesCount) {
  tree_.write("profiles/slow.yaml",
              "downlink: {rate_base: 64kbit/s, link_send_buffer_size: 12000B, queue_max_length: "
              "1pkt, propagation_delay: 300ms, error_probability: 25%}\n"
              "uplink: {rate_base: 64kbit/s, link_send_buffer_size: 12000B, propagation_delay: "
              "100ms}\n");
  EXPECT_NEAR(of("  - {name: a, bulk_tcp: {size: 146000B}}\n").seconds.typical,
              25 + 2 * 0.4 + kAround, 1e-6);
}

TEST_F(AttemptTimeTest, FlowsOfADirectionShareIt) {
  const std::string a = "  - {name: a, bulk_tcp: {size: 146000B}}\n";
  EXPECT_NEAR(of(a + "  - {name: b, bulk_tcp: {size: 146000B}}\n").seconds.typical, 37.5 + kAround,
              1e-6);
  // The second flow begins 10 s later, so that it has the link alone at the end.
  EXPECT_NEAR(of(a + "  - {name: b, start: 10s, bulk_tcp: {size: 146000B}}\n").seconds.typical,
              37.5 + kAround, 1e-6);
  EXPECT_NEAR(of(a + "  - {name: b, start: 40s, bulk_tcp: {size: 14600B}}\n").seconds.typical,
              40 + 1.875 + kAround, 1e-6);
  EXPECT_NEAR(of(a + "  - {name: b, direction: up, bulk_tcp: {size: 146000B}}\n").seconds.typical,
              18.75 + kAround, 1e-6);
}

TEST_F(AttemptTimeTest, ASpreadStartCountsWithItsMiddle) {
  const auto spread = of("  - {name: a, start_spread: {to: 20s}, bulk_tcp: {size: 146000B}}\n");
  EXPECT_NEAR(spread.seconds.least, 18.75 + kAround, 1e-6);
  EXPECT_NEAR(spread.seconds.typical, 10 + 18.75 + kAround, 1e-6);
}

TEST_F(AttemptTimeTest, DatagramFlowsGoFirstAndAreWaitedFor) {
  // 100 packets in 2 s, then 10 s of waiting for late packets.
  const std::string stream =
      "  - {name: s, stream: {packet_size: 372B, interval: 20ms, packets: 100}}\n";
  EXPECT_NEAR(of(stream).seconds.typical, 2 + 10 + kAround, 1e-6);
  // 400 B every 20 ms exceed the link; a tenth of the link is left for the transfer until 2 s.
  EXPECT_NEAR(of(stream + "  - {name: a, bulk_tcp: {size: 146000B}}\n").seconds.typical,
              2 + (150'000 - 1'600) * 8 / 64'000.0 + kAround, 1e-6);
}

TEST_F(AttemptTimeTest, EveryTrafficHasADuration) {
  // 2 round trips of 0 s, and the time of the bytes on the link.
  EXPECT_NEAR(of("  - {name: p, http: {body_size: 14600B, objects: 9, object_size: 14600B}}\n")
                  .seconds.typical,
              18.75 + kAround, 1e-6);
  EXPECT_NEAR(of("  - {name: p, tfrc: {duration: 30s}}\n").seconds.typical, 30 + 10 + kAround,
              1e-6);
  EXPECT_NEAR(of("  - {name: p, ping: {count: 11, interval: 500ms}}\n").seconds.typical,
              5 + kAround, 1e-6);
  EXPECT_NEAR(of("  - {name: p, request_response: {count: 10, response_size: 1460B, think: 1s}}\n")
                  .seconds.typical,
              10 * (0.1875 + 1) + kAround, 1e-6);
  EXPECT_NEAR(of("  - {name: p, aborted_download: {size: 1460000B, after_bytes: 146000B}}\n")
                  .seconds.typical,
              18.75 + kAround, 1e-6);
  EXPECT_NEAR(
      of("  - {name: p, aborted_download: {size: 1460000B, after_time: 7s}}\n").seconds.typical,
      7 + kAround, 1e-6);
  EXPECT_NEAR(
      of("  - name: p\n    command: {source: {argv: [iperf3]}, duration: 30s}\n").seconds.typical,
      30 + kAround, 1e-6);
}

TEST_F(AttemptTimeTest, FlowsForADurationFillTheLink) {
  // 30 s of 64 kbit/s are 160 packets of 1500 B; beside them samples of both ends.
  const auto timed = of("  - {name: a, bulk_tcp: {duration: 30s}}\n");
  EXPECT_NEAR(timed.seconds.typical, 30 + kAround, 1e-6);
  EXPECT_NEAR(timed.bytes.typical, 8'200 + 5 * 2'048 + 160 * 90 + 2 * 300 * 680, 1);
  EXPECT_FALSE(timed.programs);
  // A transfer of a size beside it has half of the link.
  EXPECT_NEAR(of("  - {name: a, bulk_tcp: {duration: 50s}}\n"
                 "  - {name: b, bulk_tcp: {size: 146000B}}\n")
                  .seconds.typical,
              50 + kAround, 1e-6);
}

TEST_F(AttemptTimeTest, ProgramsSendAtMostWhatTheLinkTakes) {
  constexpr double kFiles = 8'200 + 5 * 2'048;
  const std::string program =
      "  - name: p\n    command: {source: {argv: [iperf3]}, duration: 30s, grace: 15s}\n";
  const auto one = of(program);
  EXPECT_TRUE(one.programs);
  EXPECT_NEAR(one.bytes.typical, kFiles + 160 * 90, 1);
  EXPECT_NEAR(one.bytes.least, kFiles, 1) << "it sends nothing";
  EXPECT_NEAR(one.bytes.most, kFiles + 240 * 90, 1) << "it ends with its grace";
  EXPECT_NEAR(of(program, "timeout: 15500ms\n").bytes.typical, kFiles + 80 * 90, 1);
}

TEST_F(AttemptTimeTest, TheBoundForProgramsIsSaid) {
  tree_.write("workloads/w.yaml",
              "flows:\n  - name: p\n    command: {source: {argv: [iperf3]}, duration: 30s}\n");
  const Estimate e = estimate(good(kOneCase), {}, {});
  EXPECT_THAT(describe(e, {}),
              testing::HasSubstr("on disk:  at most 33kB, 18kB without the packets of programs\n"
                                 "basis:    from sizes and rates; disk space at most, for programs "
                                 "that fill the link\n"));
}

TEST_F(AttemptTimeTest, TheTimelineCounts) {
  const std::string a = "  - {name: a, bulk_tcp: {size: 146000B}}\n";
  EXPECT_NEAR(of(a, "timeline: [{at: 5s, outages: [{length: 10s}]}]\n").seconds.typical,
              28.75 + kAround, 1e-6);
  EXPECT_NEAR(
      of(a, "timeline: [{at: 5s, outages: [{length: 10s, affects: uplink}]}]\n").seconds.typical,
      18.75 + kAround, 1e-6);
  // 80 000 B until the change, then 70 000 B at 1 Mbit/s.
  EXPECT_NEAR(of(a, "timeline: [{at: 10s, link: fast}]\n").seconds.typical, 10.56 + kAround, 1e-6);
}

TEST_F(AttemptTimeTest, NothingTakesLongerThanItsTimeOut) {
  const auto slow = of("  - {name: a, bulk_tcp: {size: 14600000B}}\n", "timeout: 1min\n");
  EXPECT_NEAR(slow.seconds.typical, 60 + kSetUpSeconds, 1e-6);
  EXPECT_NEAR(slow.seconds.least, 60 + kSetUpSeconds, 1e-6);
}

TEST_F(AttemptTimeTest, AWarmUpComesFirst) {
  tree_.write("tcp/reno.yaml", "warm_up: 146000B\n");
  const auto warm = of("  - {name: a, bulk_tcp: {size: 146000B}}\n");
  EXPECT_NEAR(warm.seconds.typical, 2 * (18.75 + 0.5) + kSetUpSeconds, 1e-6);
  EXPECT_NEAR(warm.seconds.least, 18.75 + kAround, 1e-6);
  tree_.write("tcp/reno.yaml", "{warm_up: 73000B, warm_up_flows: 2}\n");
  EXPECT_NEAR(of("  - {name: a, bulk_tcp: {size: 146000B}}\n").seconds.typical,
              warm.seconds.typical, 1e-6);
}

TEST(ScheduleTest, RunsAreBegunInOrderWhenASlotIsFree) {
  EXPECT_EQ(campaign_seconds({10}, 4, 1, 0), 40);
  EXPECT_EQ(campaign_seconds({10}, 4, 2, 0), 20);
  EXPECT_EQ(campaign_seconds({10}, 4, 8, 0), 10);
  EXPECT_EQ(campaign_seconds({}, 4, 8, 0), 0);
  // Starts at 0, 1, 10, 11, because only one attempt is set up at a time.
  EXPECT_EQ(campaign_seconds({10}, 4, 2, 1), 21);
  EXPECT_EQ(campaign_seconds({10}, 4, 8, 1), 13);
  // Attempts of 10 s and 20 s start at 0, one of 10 s at 10 s, one of 20 s at 20 s.
  EXPECT_EQ(campaign_seconds({10, 20}, 2, 2, 0), 40);
  // Too many runs for a simulation.
  EXPECT_EQ(campaign_seconds({10, 20}, 1'000'000, 10, 0.25), 3'000'000);
  EXPECT_EQ(campaign_seconds({10, 20}, 1'000'000, 1000, 0.25), 500'000);
}

TEST(EstimateTextTest, TimesAndSizesForPeople) {
  const std::pair<double, const char*> times[] = {
      {0, "0s"},           {0.3, "1s"},    {59.4, "59s"},      {60, "1min"},
      {61, "1min 01s"},    {600, "10min"}, {3'570, "1h"},      {3'540, "59min"},
      {7'500, "2h 05min"}, {86'400, "1d"}, {100'000, "1d 4h"}, {86'399, "1d"}};
  for (const auto& [seconds, text] : times) EXPECT_EQ(rough_time(seconds), text) << seconds;
  const std::pair<double, const char*> sizes[] = {
      {0, "0B"},          {999, "999B"},      {1'300, "1.3kB"},  {13'400, "13kB"},
      {640'000, "640kB"}, {999'900, "1.0MB"}, {1.26e9, "1.3GB"}, {4.2e13, "42TB"}};
  for (const auto& [bytes, text] : sizes) EXPECT_EQ(rough_size(bytes), text) << bytes;
}

}  // namespace
}  // namespace seawind
