// SPDX-License-Identifier: GPL-3.0-or-later
// K1 to K4 and K11 of the reference: metrics that are independent of TCP's behaviour. Then
// simultaneous throughput, fairness, HTTP and the queues.
#include <gtest/gtest.h>

#include "tests/controller/measure/synthetic_log.h"

namespace seawind::test {
namespace {

constexpr auto kDown = Direction::kDownlink;
constexpr auto kUp = Direction::kUplink;
const FlowSpec kBulk1 = {"bulk1", false, true, 5001, 343040};
const FlowSpec kBulk2 = {"bulk2", false, true, 5002, 343040};

/// Two bulk flows; the slower one takes `slower_ms`.
SyntheticLog two_bulk(std::int64_t slower_ms) {
  SyntheticLog log;
  add_transfer(log, 40001, kBulk1, 0, 100 * kMs, 80'000 * kMs);
  add_transfer(log, 40002, kBulk2, 0, 110 * kMs, (slower_ms - 100) * kMs);
  return log;
}

/// A page over `objects` consecutive connections from the mobile host: a request of 350 B, then the
/// object's segments. The data of the last object end at `end_ms`.
void add_page(SyntheticLog& log, std::int64_t start_ms, const std::vector<std::size_t>& objects,
              std::int64_t gap_ms = 10) {
  std::int64_t at = start_ms;
  std::uint16_t port = 50000;
  for (const auto size : objects) {
    log.pass(kUp, at * kMs, {port, 5003, 100, kSyn}, 1 * kMs);
    log.pass(kDown, (at + 1) * kMs, {5003, port, 700, kSyn | kAck, 0, 0, 101}, 1 * kMs);
    log.pass(kUp, (at + 2) * kMs, {port, 5003, 101, kAck, 350, 0, 701}, 1 * kMs);
    at += 3;
    for (std::size_t sent = 0; sent < size; sent += 536, at += gap_ms)
      log.pass(kDown, at * kMs,
               {5003, port, 701 + static_cast<std::uint32_t>(sent), kAck,
                std::min<std::size_t>(536, size - sent), 0, 451},
               5 * kMs);
    const auto end = 701 + static_cast<std::uint32_t>(size);
    log.pass(kDown, at * kMs, {5003, port, end, kFin | kAck, 0, 0, 451}, 1 * kMs);
    log.pass(kUp, (at + 1) * kMs, {port, 5003, 451, kFin | kAck, 0, 0, end + 1}, 1 * kMs);
    ++port;
  }
}
FlowSpec http(std::int64_t size) {
  return {
      .name = "page", .competitor = true, .sink_port = 5003, .size = size, .kind = FlowKind::kHttp};
}

TEST(ClosedForms, K2ThreeBulkFlows) {
  SyntheticLog log = two_bulk(140'500);
  const FlowSpec third{"third_flow", true, true, 5003, 343040};
  add_transfer(log, 40003, third, 20'000 * kMs, 100 * kMs, 120'000 * kMs);
  const auto m = log.metrics({kBulk1, kBulk2, third});
  EXPECT_EQ(value_of(m, "", "object_bytes"), 1'105'920);
  EXPECT_NEAR(value_of(m, "", "overall_throughput"), 7871, 1);
}

TEST(ClosedForms, K3TheWebPageIsOneEntity) {
  SyntheticLog log = two_bulk(105'170);
  std::vector<std::size_t> page = {11792};
  page.insert(page.end(), 8, 8576);
  add_page(log, 30'000, page);
  const auto m = log.metrics({kBulk1, kBulk2, http(80400)});
  EXPECT_EQ(value_of(m, "http", "object_bytes"), 150 * 576);
  EXPECT_EQ(value_of(m, "", "object_bytes"), 823'680);
  EXPECT_DOUBLE_EQ(value_of(m, "", "overall_throughput"), 823'680 / 105.17);
  EXPECT_NEAR(value_of(m, "", "overall_throughput"), 7832, 0.5);
  // Nine connections of 3 ms before the data; 22 and 8 x 16 segments at intervals of 10 ms; the
  // last data segment takes 5 ms: 9 x 3 + 150 x 10 - 10 + 5 ms after the first SYN.
  EXPECT_DOUBLE_EQ(value_of(m, "http", "response_time"), 1.522);
  EXPECT_DOUBLE_EQ(value_of(m, "page", "response_time"), 1.522);
}

TEST(ClosedForms, K4WhatTheStreamReceivedCounts) {
  SyntheticLog log = two_bulk(103'540);
  for (int i = 0; i < 1147; ++i) {
    const auto id = log.arrive_udp(kDown, (10'000 + 20 * i) * kMs, 41000, 5003, 48);
    if (i % 14 == 1 && i < 1134)
      log.drop(id, (10'000 + 20 * i) * kMs, DropReason::kRouterFull);
    else
      log.deliver(id, (10'310 + 20 * i) * kMs);
  }
  const auto m = log.metrics(
      {kBulk1,
       kBulk2,
       {.name = "stream", .competitor = true, .sink_port = 5003, .kind = FlowKind::kStream}});
  ASSERT_EQ(value_of(m, "stream", "packets_received"), 1066);
  EXPECT_EQ(value_of(m, "", "object_bytes"), 818'296);
  EXPECT_NEAR(value_of(m, "", "overall_throughput"), 7903, 0.5);
}

TEST(ClosedForms, K11FiftySevenSegments) {
  // 57 x 576 B x 8 / 64000 = 4.104 s of transmission, equal to the busy time of the link.
  SyntheticLog log;
  const FlowSpec flow{"f", false, true, 5001, 57 * 536};
  add_transfer(log, 40001, flow, 0, 72 * kMs, 10'000 * kMs);
  for (int i = 0; i < 57; ++i) {
    log.event(EventKind::kTransmitStart, kDown, (1000 + 72 * i) * kMs, 0, 1);
    log.event(EventKind::kTransmitEnd, kDown, (1072 + 72 * i) * kMs, 0, 1);
  }
  const auto m = log.metrics({flow});
  EXPECT_NEAR(value_of(m, "downlink", "busy_fraction") * value_of(m, "", "total_elapsed"), 4.104,
              1e-9);
  EXPECT_EQ(value_of(m, "", "object_bytes"), 57 * 576);
}

TEST(ClosedForms, ATransmissionUnderWayWhenTheWorkloadBeginsCountsFromThen) {
  SyntheticLog log;
  const FlowSpec flow{"f", false, true, 5001, 536};
  add_transfer(log, 40001, flow, 1000 * kMs, 0, 10'000 * kMs);
  log.event(EventKind::kTransmitStart, kDown, 400 * kMs, 0, 1);
  log.event(EventKind::kTransmitEnd, kDown, 1300 * kMs, 0, 1);
  const auto m = log.metrics({flow});
  EXPECT_NEAR(value_of(m, "downlink", "busy_fraction") * value_of(m, "", "total_elapsed"), 0.3,
              1e-9);
}

TEST(Http, ALateUnnecessaryRepetitionDoesNotLengthenTheResponse) {
  SyntheticLog log;
  add_page(log, 0, {1072});
  log.pass(kDown, 100 * kMs, {5003, 50000, 701, kAck, 536, 0, 451}, 5 * kMs);
  const auto m = log.metrics({http(1072)});
  EXPECT_DOUBLE_EQ(value_of(m, "page", "response_time"), 0.018);  // 3 + 10 + 5 ms
  EXPECT_EQ(value_of(m, "page", "unnecessary_retransmissions"), 1);
}

TEST(Http, ALostSynOfTheClientCountsFromItsFirstTransmission) {
  SyntheticLog log;
  log.drop(log.arrive(kUp, 0, {50000, 5003, 100, kSyn}), 0, DropReason::kErrorLoss);
  add_page(log, 3000, {536});
  const auto m = log.metrics({http(536)});
  EXPECT_DOUBLE_EQ(value_of(m, "page", "response_time"), 3.008);
  EXPECT_EQ(value_of(m, "page", "reverse_syn_retransmissions"), 1);
}

TEST(Simultaneous, ARetransmissionFromBeforeThePeriodCountsNothing) {
  // The third flow runs from 10 s to 20 s. In that time bulk1 retransmits what it first sent at 5 s
  // and sends one new segment, and bulk2 sends four new ones. The third flow has a SYN, two
  // segments and a FIN.
  SyntheticLog log;
  const auto flow = [](const char* name, std::uint16_t port, std::int64_t size, bool third) {
    return FlowSpec{name, third, true, port, size};
  };
  const auto open = [&](std::uint16_t port, std::int64_t ms) {
    log.pass(kDown, ms * kMs, {4000, port, 0, kSyn}, 10 * kMs);
  };
  const auto send = [&](std::uint16_t port, std::int64_t ms, std::uint32_t segment) {
    log.pass(kDown, ms * kMs, {4000, port, 1 + 500 * segment, kAck, 500}, 10 * kMs);
  };
  const auto close = [&](std::uint16_t port, std::int64_t ms, std::uint32_t segments) {
    log.pass(kDown, ms * kMs, {4000, port, 1 + 500 * segments, kFin | kAck}, 10 * kMs);
    log.pass(kUp, (ms + 10) * kMs, {port, 4000, 9, kFin | kAck}, 90 * kMs);
  };
  open(5001, 0), open(5002, 0), open(5003, 10'000);
  send(5001, 5000, 0), send(5002, 5000, 0);
  send(5001, 12'000, 0), send(5001, 13'000, 1);
  for (std::uint32_t i = 1; i <= 4; ++i) send(5002, 14'000 + i, i);
  send(5003, 15'000, 0), send(5003, 16'000, 1);
  close(5003, 19'900, 2);
  send(5001, 21'000, 2);
  close(5001, 30'000, 3), close(5002, 31'000, 5);
  const auto m = log.metrics(
      {flow("a", 5001, 1500, false), flow("b", 5002, 2500, false), flow("c", 5003, 1000, true)});
  EXPECT_DOUBLE_EQ(value_of(m, "", "simultaneous_time"), 10);
  EXPECT_DOUBLE_EQ(value_of(m, "a", "simultaneous_throughput"), 54);
  EXPECT_DOUBLE_EQ(value_of(m, "b", "simultaneous_throughput"), 216);
  EXPECT_DOUBLE_EQ(value_of(m, "third", "simultaneous_throughput"), (40 + 1080 + 40) / 10.0);
  const double x = 54, y = 216, z = 116;
  EXPECT_DOUBLE_EQ(value_of(m, "", "fairness"),
                   (x + y + z) * (x + y + z) / (3 * (x * x + y * y + z * z)));
}

TEST(Simultaneous, PacketsInFlightAtEitherEndAreNotCounted) {
  // The third flow runs from 10 s to 20 s, and every segment of a is in the link for 4 s. Of the
  // segments sent at 8, 12, 15 and 18 s the second and third count. The fourth segment of b is
  // dropped, and its retransmission arrives.
  SyntheticLog log;
  const auto send = [&](std::uint16_t port, std::int64_t ms, std::uint32_t segment) {
    log.pass(kDown, ms * kMs, {4000, port, 1 + 500 * segment, kAck, 500}, 4000 * kMs);
  };
  const auto close = [&](std::uint16_t port, std::int64_t ms, std::uint32_t segments) {
    log.pass(kDown, ms * kMs, {4000, port, 1 + 500 * segments, kFin | kAck}, 10 * kMs);
    log.pass(kUp, (ms + 10) * kMs, {port, 4000, 9, kFin | kAck}, 90 * kMs);
  };
  log.pass(kDown, 0, {4000, 5001, 0, kSyn}, 10 * kMs);
  log.pass(kDown, 0, {4000, 5002, 0, kSyn}, 10 * kMs);
  const FlowSpec third{"c", true, true, 5003, 536};
  add_transfer(log, 40003, third, 10'000 * kMs, 10 * kMs, 19'900 * kMs);
  send(5001, 8000, 0), send(5001, 12'000, 1), send(5001, 15'000, 2), send(5001, 18'000, 3);
  send(5002, 11'000, 0), send(5002, 12'000, 1);
  log.drop(log.arrive(kDown, 13'000 * kMs, {4000, 5002, 1001, kAck, 500}), 13'000 * kMs,
           DropReason::kRouterFull);
  send(5002, 14'000, 2);
  close(5001, 40'000, 4), close(5002, 41'000, 3);
  const auto m =
      log.metrics({{"a", false, true, 5001, 2000}, {"b", false, true, 5002, 1500}, third});
  EXPECT_DOUBLE_EQ(value_of(m, "", "simultaneous_time"), 10);
  EXPECT_DOUBLE_EQ(value_of(m, "a", "simultaneous_throughput"), 108);
  EXPECT_DOUBLE_EQ(value_of(m, "b", "simultaneous_throughput"), 108);
}

// A link that delivers in order releases several packets at one instant. Those behind the last one
// of the flow that ends the period arrive in it, too.
TEST(Simultaneous, PacketsOfTheLastInstantCountInAnyOrder) {
  for (const bool before : {true, false}) {
    SyntheticLog log;
    const FlowSpec third{"c", true, true, 5003, 536};
    log.pass(kDown, 0, {4000, 5001, 0, kSyn}, 10 * kMs);
    add_transfer(log, 40003, third, 5000 * kMs, 10 * kMs, 7900 * kMs);
    const auto data = [&] { log.pass(kDown, 7000 * kMs, {4000, 5001, 1, kAck, 500}, 1000 * kMs); };
    if (before) data();
    log.pass(kUp, 7900 * kMs, {5003, 40003, 9, kFin | kAck}, 100 * kMs);
    if (!before) data();
    log.pass(kDown, 9000 * kMs, {4000, 5001, 501, kFin | kAck}, 10 * kMs);
    log.pass(kUp, 9010 * kMs, {5001, 4000, 9, kFin | kAck}, 10 * kMs);
    const auto m = log.metrics({{"a", false, true, 5001, 500}, third});
    EXPECT_DOUBLE_EQ(value_of(m, "", "simultaneous_time"), 3) << before;
    EXPECT_DOUBLE_EQ(value_of(m, "a", "simultaneous_throughput"), 540.0 / 3) << before;
  }
}

TEST(Simultaneous, AFlowInRecoveryHasNothing) {
  SyntheticLog log;
  log.pass(kDown, 0, {4000, 5001, 0, kSyn}, 10 * kMs);
  log.pass(kDown, 1000 * kMs, {4000, 5001, 1, kAck, 500}, 10 * kMs);
  const FlowSpec third{"c", true, true, 5003, 536};
  add_transfer(log, 40003, third, 5000 * kMs, 10 * kMs, 8000 * kMs);
  log.pass(kDown, 6000 * kMs, {4000, 5001, 1, kAck, 500}, 10 * kMs);
  log.pass(kDown, 9000 * kMs, {4000, 5001, 501, kFin | kAck}, 10 * kMs);
  log.pass(kUp, 9010 * kMs, {5001, 4000, 9, kFin | kAck}, 10 * kMs);
  const auto m = log.metrics({{"a", false, true, 5001, 500}, third});
  EXPECT_EQ(value_of(m, "a", "simultaneous_throughput"), 0);
}

TEST(Simultaneous, FlowsThatNeverRunTogetherHaveNoPeriod) {
  SyntheticLog log;
  const FlowSpec second{"c", true, true, 5003, 536};
  const FlowSpec first{"a", false, true, 5001, 536};
  add_transfer(log, 40001, first, 0, 10 * kMs, 2000 * kMs);
  add_transfer(log, 40003, second, 5000 * kMs, 10 * kMs, 8000 * kMs);
  const auto all = log.metrics({first, second});
  EXPECT_DOUBLE_EQ(value_of(all, "a", "elapsed"), 2.1);
  EXPECT_DOUBLE_EQ(value_of(all, "c", "elapsed"), 3.1);
  for (const auto& m : all) EXPECT_NE(m.metric, "simultaneous_throughput") << m.flow;
}

TEST(Queues, LengthsAreWeightedByTimePerClass) {
  // The workload lasts from 0 to 10 s. Class 1 holds 1000 B for 2 s, class 2 holds 500 B for 4 s.
  // RED's average of class 1 is 300 B from 5 s on.
  SyntheticLog log;
  const FlowSpec flow{"f", false, true, 5001, 536};
  add_transfer(log, 40001, flow, 0, 10 * kMs, 9900 * kMs);
  const auto a = log.arrive(kDown, 1000 * kMs, {1, 2, 0, kAck, 960});
  const auto b = log.arrive(kDown, 2000 * kMs, {1, 2, 0, kAck, 460});
  log.event(EventKind::kRouterEnqueue, kDown, 1000 * kMs, 1000, a, 1);
  log.event(EventKind::kRouterEnqueue, kDown, 2000 * kMs, 1500, b, 2);
  log.event(EventKind::kRouterDequeue, kDown, 3000 * kMs, 500, a);
  log.drop(b, 6000 * kMs, DropReason::kHeadDrop);
  log.event(EventKind::kRouterEnqueue, kDown, 6000 * kMs, 0, a, 0);
  log.event(EventKind::kRouterAverage, kDown, 5000 * kMs, 300 * 256, 0, 1);
  log.deliver(a, 9000 * kMs);
  const auto m = log.metrics({flow});
  EXPECT_DOUBLE_EQ(value_of(m, "downlink", "router_queue_mean_class1"), 200);
  EXPECT_DOUBLE_EQ(value_of(m, "downlink", "router_queue_mean_class2"), 200);
  EXPECT_EQ(value_of(m, "downlink", "router_queue_max_class1"), 1000);
  EXPECT_DOUBLE_EQ(value_of(m, "downlink", "router_queue_mean"),
                   (1 * 1000 + 1 * 1500 + 3 * 500) / 10.0);
  EXPECT_EQ(value_of(m, "downlink", "router_queue_max"), 1500);
  EXPECT_DOUBLE_EQ(value_of(m, "downlink", "router_average_mean_class1"), 150);
  EXPECT_DOUBLE_EQ(value_of(m, "downlink", "router_average_max_class1"), 300);
}

TEST(Queues, WhatFollowsTheWorkloadDoesNotCount) {
  SyntheticLog log;
  const FlowSpec flow{"f", false, true, 5001, 536};
  add_transfer(log, 40001, flow, 0, 10 * kMs, 9900 * kMs);  // until 10 s
  const auto a = log.arrive(kDown, 5000 * kMs, {1, 2, 0, kAck, 960});
  log.event(EventKind::kRouterEnqueue, kDown, 5000 * kMs, 1000, a);
  log.event(EventKind::kRouterAverage, kDown, 5000 * kMs, 1000 * 256);
  log.event(EventKind::kRouterDequeue, kDown, 60'000 * kMs, 0, a);
  log.event(EventKind::kRouterAverage, kDown, 60'000 * kMs, 0);
  log.deliver(a, 61'000 * kMs);
  const auto m = log.metrics({flow});
  EXPECT_DOUBLE_EQ(value_of(m, "downlink", "router_queue_mean"), 500);
  EXPECT_DOUBLE_EQ(value_of(m, "downlink", "router_average_mean"), 500);
}

TEST(Generated, GeneratedPacketsAreCountedAsSent) {
  SyntheticLog log;
  const FlowSpec flow{"f", false, true, 5001, 536};
  add_transfer(log, 40001, flow, 0, 10 * kMs, 9900 * kMs);
  const auto id = log.arrive(kUp, 1000 * kMs, {5001, 40001, 8});
  log.deliver(id, 1100 * kMs);
  auto entries = log.entries();
  MetricsCollector collector({flow}, 64000);
  for (auto& e : entries) {
    const bool ours = e.event.packet == id && e.event.kind == EventKind::kArrival;
    if (ours) e.event.kind = EventKind::kGenerated;
    collector.add(e.event, ours ? std::span<const std::uint8_t>() : e.snap);
  }
  const auto m = collector.finish();
  EXPECT_EQ(value_of(m, "uplink", "packets_generated"), 1);
  EXPECT_EQ(value_of(m, "uplink", "packets_held"), 0);
}

}  // namespace
}  // namespace seawind::test
