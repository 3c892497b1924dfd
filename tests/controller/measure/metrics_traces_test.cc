// SPDX-License-Identifier: GPL-3.0-or-later
// Hand-made traces of special cases, each with its calculated result.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/error.h"
#include "tests/controller/measure/synthetic_log.h"

namespace seawind::test {
namespace {

/// Two segments of 500 B: SYN at 1 s, data at 2.0 and 2.1 s, the sender's FIN at 3 s; the
/// receiver's FIN is sent at 3.4 s and arrives at 3.8 s. Elapsed: 2.8 s. `skip` omits one step.
enum class Skip { kNothing, kSyn, kSenderFin, kReceiverFin, kSecondSegment };
SyntheticLog small(Skip skip = Skip::kNothing) {
  SyntheticLog log;
  if (skip != Skip::kSyn) log.pass(kDown, 1000 * kMs, {4000, 5001, 100, kSyn}, 300 * kMs);
  log.pass(kUp, 1300 * kMs, {5001, 4000, 900, kSyn | kAck}, 300 * kMs);
  log.pass(kDown, 2000 * kMs, {4000, 5001, 101, kAck, 500}, 300 * kMs);
  if (skip != Skip::kSecondSegment)
    log.pass(kDown, 2100 * kMs, {4000, 5001, 601, kAck, 500}, 300 * kMs);
  if (skip != Skip::kSenderFin)
    log.pass(kDown, 3000 * kMs, {4000, 5001, 1101, kFin | kAck}, 400 * kMs);
  if (skip != Skip::kReceiverFin)
    log.pass(kUp, 3400 * kMs, {5001, 4000, 901, kFin | kAck}, 400 * kMs);
  return log;
}
const std::vector<FlowSpec> kFlow = {{"f", false, true, 5001, 1000}};

TEST(MetricsTraces, SynToFinInclusive) {
  const auto m = small().metrics(kFlow);
  EXPECT_DOUBLE_EQ(value_of(m, "f", "elapsed"), 2.8);
  EXPECT_EQ(value_of(m, "f", "object_bytes"), 2 * 540);
  EXPECT_DOUBLE_EQ(value_of(m, "f", "throughput"), 1080 / 2.8);
  EXPECT_EQ(value_of(m, "f", "retransmitted_segments"), 0);
}

TEST(MetricsTraces, ALostSynCountsFromItsFirstTransmission) {
  SyntheticLog log = small();
  log.drop(log.arrive(kDown, 200 * kMs, {4000, 5001, 100, kSyn}), 200 * kMs,
           DropReason::kRouterFull);
  const auto m = log.metrics(kFlow);
  EXPECT_DOUBLE_EQ(value_of(m, "f", "elapsed"), 3.6);  // 0.2 s to 3.8 s
  EXPECT_DOUBLE_EQ(value_of(m, "", "total_elapsed"), 3.6);
  EXPECT_EQ(value_of(m, "f", "syn_retransmissions"), 1);
  EXPECT_EQ(value_of(m, "f", "drops_router_full"), 1);
  EXPECT_EQ(value_of(m, "f", "object_bytes"), 2 * 540);
}

TEST(MetricsTraces, RetransmittedDataCountsOnce) {
  // The first segment is retransmitted completely; then 200 old bytes are sent again without new
  // data.
  SyntheticLog log = small();
  log.pass(kDown, 2500 * kMs, {4000, 5001, 101, kAck, 500}, 300 * kMs);
  log.pass(kDown, 2600 * kMs, {4000, 5001, 701, kAck, 200}, 300 * kMs);
  const auto m = log.metrics(kFlow);
  EXPECT_EQ(value_of(m, "f", "object_bytes"), 2 * 540);
  EXPECT_EQ(value_of(m, "f", "retransmitted_segments"), 2);
  EXPECT_EQ(value_of(m, "f", "retransmitted_bytes"), 700);
  // The link carried them: 40 + 2 * 540 + 540 + 240 + 40 B in 2.8 s.
  EXPECT_DOUBLE_EQ(value_of(m, "downlink", "utilization"), 1940 * 8 / 2.8 / 64000);
}

// The flow lasts from 1 s to 3.8 s: 1 s at 8 kbit/s, 1.5 s at 0 and 0.3 s at 20 kbit/s.
TEST(MetricsTraces, AScheduleIsUsedByItsRatesDuringTheWorkload) {
  SyntheticLog log;
  log.event(EventKind::kRateChange, kDown, 0, 8000, 0);
  log.event(EventKind::kRateChange, kUp, 0, 1000, 0);
  log.pass(kUp, 1000 * kMs, {4000, 5001, 100, kSyn}, 300 * kMs);
  log.pass(kDown, 1300 * kMs, {5001, 4000, 900, kSyn | kAck}, 300 * kMs);
  log.event(EventKind::kRateChange, kDown, 2000 * kMs, 0, 0);
  log.pass(kUp, 2000 * kMs, {4000, 5001, 101, kAck, 1000}, 700 * kMs);
  log.pass(kUp, 3000 * kMs, {4000, 5001, 1101, kFin | kAck}, 400 * kMs);
  const auto fin = log.arrive(kDown, 3400 * kMs, {5001, 4000, 901, kFin | kAck});
  log.event(EventKind::kRateChange, kDown, 3500 * kMs, 20'000, 0);
  log.deliver(fin, 3800 * kMs);
  const auto m = log.metrics({{"f", false, false, 5001, 1000}}, kLoggedRate);
  EXPECT_DOUBLE_EQ(value_of(m, "", "total_elapsed"), 2.8);
  EXPECT_DOUBLE_EQ(value_of(m, "downlink", "utilization"), 80 * 8 / (8000 + 0.3 * 20'000));
}

TEST(MetricsTraces, ARetransmissionThatCarriesNewDataToo) {
  // 601..1101 is never sent alone; a segment with 300 old and 500 new bytes carries it.
  SyntheticLog log = small(Skip::kSecondSegment);
  log.pass(kDown, 2500 * kMs, {4000, 5001, 301, kAck, 800}, 300 * kMs);
  const auto m = log.metrics(kFlow);
  EXPECT_EQ(value_of(m, "f", "object_bytes"), 2 * 540);
  EXPECT_EQ(value_of(m, "f", "retransmitted_segments"), 1);
  EXPECT_EQ(value_of(m, "f", "retransmitted_bytes"), 300);
}

TEST(MetricsTraces, QueueingDelayEndsWithTheFirstTransmission) {
  SyntheticLog log = small();
  const std::int64_t waits[] = {0, 30, 20, 70};  // ms
  for (int i = 0; i < 4; ++i) {
    const std::int64_t at = (2050 + 10 * i) * kMs;
    const auto id = log.arrive(kUp, at, {5001, 4000, 901, kAck, 0, 0, 101});
    const auto start = [&](std::int64_t ms) {
      log.event(EventKind::kTransmitStart, kUp, at + ms * kMs, 0, id);
      log.event(EventKind::kTransmitEnd, kUp, at + (ms + 1) * kMs, 0, id);
    };
    start(waits[i]);
    start(waits[i] + 100);  // again, or its second frame
    log.deliver(id, at + 300 * kMs);
  }
  const auto m = log.metrics(kFlow);
  EXPECT_DOUBLE_EQ(value_of(m, "uplink", "queueing_delay_median"), 0.025);
  EXPECT_DOUBLE_EQ(value_of(m, "uplink", "queueing_delay_max"), 0.07);
}

TEST(MetricsTraces, ALostFinOfTheSenderEndsWithTheReceiversFin) {
  SyntheticLog log = small(Skip::kReceiverFin);
  log.drop(log.arrive(kDown, 2900 * kMs, {4000, 5001, 1101, kFin | kAck}), 2950 * kMs,
           DropReason::kErrorLoss);
  log.pass(kUp, 5400 * kMs, {5001, 4000, 901, kFin | kAck}, 400 * kMs);
  const auto m = log.metrics(kFlow);
  EXPECT_DOUBLE_EQ(value_of(m, "f", "elapsed"), 4.8);  // 1 s to 5.8 s
  EXPECT_EQ(value_of(m, "f", "drops_error_loss"), 1);
}

TEST(MetricsTraces, ALostFinOfTheReceiverCountsWhenItsRepetitionArrives) {
  SyntheticLog log = small(Skip::kReceiverFin);
  log.drop(log.arrive(kUp, 3400 * kMs, {5001, 4000, 901, kFin | kAck}), 3500 * kMs,
           DropReason::kErrorLoss);
  log.pass(kUp, 4600 * kMs, {5001, 4000, 901, kFin | kAck}, 400 * kMs);
  const auto m = log.metrics(kFlow);
  EXPECT_DOUBLE_EQ(value_of(m, "f", "elapsed"), 4.0);  // 1 s to 5.0 s
  EXPECT_EQ(value_of(m, "f", "reverse_drops_error_loss"), 1);
  EXPECT_EQ(value_of(m, "f", "drops_error_loss"), 0);
  EXPECT_EQ(value_of(m, "uplink", "drops_error_loss"), 1);
}

TEST(MetricsTraces, AnUplinkFlowIsSeenFromTheMobileHost) {
  // The mirror image of small(): the SYN is sent on the uplink at 1 s, the peer's FIN arrives on
  // the downlink at 3.8 s.
  SyntheticLog log;
  log.pass(kUp, 1000 * kMs, {4000, 5001, 100, kSyn}, 300 * kMs);
  log.pass(kDown, 1300 * kMs, {5001, 4000, 900, kSyn | kAck}, 300 * kMs);
  log.pass(kUp, 2000 * kMs, {4000, 5001, 101, kAck, 1000}, 700 * kMs);
  log.pass(kUp, 3000 * kMs, {4000, 5001, 1101, kFin | kAck}, 400 * kMs);
  log.pass(kDown, 3400 * kMs, {5001, 4000, 901, kFin | kAck}, 400 * kMs);
  const auto m = log.metrics({{"f", false, false, 5001, 1000}});
  EXPECT_DOUBLE_EQ(value_of(m, "f", "elapsed"), 2.8);
  EXPECT_EQ(value_of(m, "f", "object_bytes"), 1040);
  EXPECT_DOUBLE_EQ(value_of(m, "f", "delay_max"), 0.7);
  EXPECT_DOUBLE_EQ(value_of(m, "downlink", "utilization"), 80 * 8 / 2.8 / 64000);
}

TEST(MetricsTraces, BothDirectionsAtOnceRetransmitting) {
  SyntheticLog log = small();
  log.pass(kUp, 500 * kMs, {4000, 5002, 50, kSyn}, 300 * kMs);
  log.pass(kUp, 1500 * kMs, {4000, 5002, 51, kAck, 100}, 300 * kMs);
  log.pass(kUp, 1900 * kMs, {4000, 5002, 51, kAck, 100}, 300 * kMs);
  log.pass(kDown, 2500 * kMs, {4000, 5001, 101, kAck, 500}, 300 * kMs);
  log.pass(kUp, 4000 * kMs, {4000, 5002, 151, kFin | kAck}, 300 * kMs);
  log.pass(kDown, 4300 * kMs, {5002, 4000, 9, kFin | kAck}, 300 * kMs);
  const auto m = log.metrics({kFlow[0], {"up", true, false, 5002, 100}});
  EXPECT_DOUBLE_EQ(value_of(m, "", "total_elapsed"),
                   4.1);  // first SYN of one, last FIN of the other
  EXPECT_DOUBLE_EQ(value_of(m, "f", "elapsed"), 2.8);
  EXPECT_DOUBLE_EQ(value_of(m, "third", "elapsed"), 4.1);
  EXPECT_EQ(value_of(m, "up", "retransmitted_bytes"), 100);
  EXPECT_EQ(value_of(m, "f", "retransmitted_bytes"), 500);
  EXPECT_DOUBLE_EQ(value_of(m, "", "overall_throughput"), (2 * 540 + 140) / 4.1);
}

TEST(MetricsTraces, ASecondConnectionFromTheSamePortStartsItsOwnSequence) {
  SyntheticLog log = small();
  log.pass(kDown, 4000 * kMs, {4000, 5001, 70000, kSyn}, 300 * kMs);
  log.pass(kDown, 4500 * kMs, {4000, 5001, 70001, kAck, 500}, 300 * kMs);
  log.pass(kDown, 5000 * kMs, {4000, 5001, 70501, kFin | kAck}, 300 * kMs);
  log.pass(kUp, 5300 * kMs, {5001, 4000, 901, kFin | kAck}, 300 * kMs);
  const auto m = log.metrics({{"f", false, true, 5001, 1500}});
  EXPECT_EQ(value_of(m, "f", "object_bytes"), 3 * 540);
  EXPECT_EQ(value_of(m, "f", "retransmitted_bytes"), 0);
  EXPECT_DOUBLE_EQ(value_of(m, "f", "elapsed"), 4.6);
}

TEST(MetricsTraces, PacketsStillInTheLinkAreHeld) {
  SyntheticLog log = small();
  log.arrive(kDown, 3900 * kMs, {4000, 5001, 1102});
  EXPECT_EQ(value_of(log.metrics(kFlow), "downlink", "packets_held"), 1);
}

struct Incomplete {
  Skip skip;
  const char* text;
};
class IncompleteFlow : public testing::TestWithParam<Incomplete> {};

TEST_P(IncompleteFlow, IsAnErrorWithAReason) {
  try {
    small(GetParam().skip).metrics(kFlow);
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), GetParam().text);
  }
}

INSTANTIATE_TEST_SUITE_P(
    MetricsTraces, IncompleteFlow,
    testing::Values(
        Incomplete{Skip::kSenderFin,
                   "cannot compute metrics: flow `f` (sink port 5001) did not finish: the "
                   "sender's FIN is not in the event log"},
        Incomplete{Skip::kReceiverFin,
                   "cannot compute metrics: flow `f` (sink port 5001) did not finish: the "
                   "receiver's FIN did not reach the sender"},
        Incomplete{Skip::kSecondSegment,
                   "cannot compute metrics: flow `f` (sink port 5001) carried 500 of 1000 "
                   "payload bytes"},
        Incomplete{Skip::kSyn,
                   "cannot compute metrics: flow `f` (sink port 5001) carried 0 of 1000 "
                   "payload bytes"}));

TEST(MetricsTraces, ATransferWithoutASizeIsCompleteWithItsEnds) {
  auto timed = kFlow;
  timed[0].size = 0;
  const auto m = small().metrics(timed);
  EXPECT_EQ(value_of(m, "f", "object_bytes"), 2 * 540);
  EXPECT_DOUBLE_EQ(value_of(m, "f", "throughput"), 1080 / 2.8);
  EXPECT_THROW(small(Skip::kReceiverFin).metrics(timed), Error) << "it did not end";
}

TEST(MetricsTraces, IgnoresPacketsOfAnEarlierConnection) {
  // The FIN of the earlier connection comes before the flow's SYN and again before the flow's own
  // FINs. The host has closed that connection and replies with RST.
  SyntheticLog log = small();
  for (const std::int64_t at : {100, 2500}) {
    log.pass(kUp, at * kMs, {5001, 3999, 77, kFin | kAck}, 300 * kMs);
    log.pass(kDown, (at + 300) * kMs, {3999, 5001, 5, kRst}, 300 * kMs);
  }
  const auto m = log.metrics(kFlow);
  const auto alone = small().metrics(kFlow);
  for (const auto& [flow, metric, unit, value] : alone) {
    if (flow == "downlink" || flow == "uplink") continue;
    EXPECT_EQ(value_of(m, flow, metric), value) << flow << " " << metric;
  }
  EXPECT_EQ(value_of(m, "uplink", "packets_stray"), 2);
  EXPECT_EQ(value_of(m, "downlink", "packets_stray"), 2);
  EXPECT_EQ(value_of(alone, "uplink", "packets_stray"), 0);
  EXPECT_EQ(value_of(alone, "downlink", "packets_stray"), 0);
}

TEST(MetricsTraces, AFlowThatNeverStarted) {
  try {
    small().metrics({kFlow[0], {"g", false, true, 5009, 10}});
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), testing::HasSubstr("flow `g` (sink port 5009) has no SYN"));
  }
}

// A copy made by the link (duplicate_probability) belongs to no flow: only the counters of the
// direction differ.
TEST(MetricsTraces, ACopyIsAGeneratedPacketOfNoFlow) {
  SyntheticLog once = small(Skip::kSecondSegment);
  SyntheticLog twice = once;
  const SegmentSpec second{4000, 5001, 601, kAck, 500};
  once.pass(kDown, 2100 * kMs, second, 300 * kMs);
  twice.deliver_twice(twice.arrive(kDown, 2100 * kMs, second), 2400 * kMs);
  const auto without = once.metrics(kFlow);
  const auto with = twice.metrics(kFlow);
  ASSERT_EQ(with.size(), without.size());
  std::vector<std::string> differ;
  for (std::size_t i = 0; i < with.size(); ++i) {
    EXPECT_EQ(with[i].metric, without[i].metric);
    if (with[i].value != without[i].value) differ.push_back(with[i].flow + "." + with[i].metric);
  }
  EXPECT_THAT(differ,
              testing::ElementsAre("downlink.packets_generated", "downlink.packets_delivered",
                                   "downlink.packets_delivered_bytes"));
  EXPECT_EQ(value_of(with, "downlink", "packets_generated"), 1);
  EXPECT_EQ(value_of(with, "downlink", "packets_held"), 0);
  EXPECT_EQ(value_of(with, "downlink", "packets_stray"), 0);
}

TEST(MetricsTraces, APacketDeliveredTwiceIsAFaultOfTheLog) {
  SyntheticLog log = small();
  log.deliver(1, 1400 * kMs);
  try {
    log.metrics(kFlow);
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_STREQ(
        e.what(),
        "cannot compute metrics: the event log is incomplete: packet 1 leaves the downlink "
        "at 1400000000 ns but is not in the link");
  }
}

}  // namespace
}  // namespace seawind::test
