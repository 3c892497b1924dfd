// SPDX-License-Identifier: GPL-3.0-or-later
// Closed forms of the reference's workload W1, and the metrics of the whole link.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "common/error.h"
#include "tests/controller/measure/synthetic_log.h"

namespace seawind::test {
namespace {

const std::vector<FlowSpec> kW1 = {{"bulk1", false, true, 5001, 343040},
                                   {"bulk2", false, true, 5002, 343040},
                                   {"short", true, true, 5003, 21440}};

/// bulk1 takes 92.4 s and bulk2 97.27 s, both from 0.5 s on; the short flow takes 26.1 s from 11.8
/// s on.
SyntheticLog w1() {
  SyntheticLog log;
  add_transfer(log, 40001, kW1[0], 500 * kMs, 130 * kMs, (500 + 92300) * kMs);
  add_transfer(log, 40002, kW1[1], 500 * kMs, 140 * kMs, (500 + 97170) * kMs);
  add_transfer(log, 40003, kW1[2], 11800 * kMs, 500 * kMs, (11800 + 26000) * kMs);
  return log;
}

TEST(Metrics, ClosedFormK1) {
  const auto m = w1().metrics(kW1);
  EXPECT_EQ(value_of(m, "", "object_bytes"), (2 * 640 + 40) * 576);
  EXPECT_EQ(value_of(m, "", "object_bytes"), 760320);
  EXPECT_DOUBLE_EQ(value_of(m, "", "total_elapsed"), 97.27);
  EXPECT_DOUBLE_EQ(value_of(m, "", "overall_throughput"), 760320 / 97.27);
  EXPECT_NEAR(value_of(m, "", "overall_throughput"), 7817, 0.5);
}

TEST(Metrics, AFlowIsFoundByItsPorts) {
  LogMemory memory;
  FlowMeters flows(memory, {{.name = "a", .sink_port = 5001},
                            {.name = "pings", .sink_port = 5002, .kind = FlowKind::kRoundTrips},
                            {.name = "b", .sink_port = 5003, .kind = FlowKind::kStream},
                            {.name = "c", .sink_port = 5004, .kind = FlowKind::kStream}});
  const auto udp = [](int from, int to) {
    return IpPacket{.protocol = 17,
                    .source_port = static_cast<std::uint16_t>(from),
                    .destination_port = static_cast<std::uint16_t>(to)};
  };
  EXPECT_EQ(flows.owner_of(udp(40000, 5003)), 2);
  EXPECT_EQ(flows.owner_of(udp(5003, 40000)), 2);
  EXPECT_EQ(flows.owner_of(udp(5004, 5003)), std::nullopt);  // the flow's other end has port 40000
  EXPECT_EQ(flows.owner_of(udp(5004, 5002)), 1);
  EXPECT_EQ(flows.owner_of({.protocol = 1, .icmp_type = 8, .icmp_identifier = 5002}), 1);
  EXPECT_EQ(flows.owner_of({.protocol = 1, .icmp_type = 0, .icmp_identifier = 5002}), 1);
  EXPECT_EQ(flows.owner_of({.protocol = 1, .icmp_type = 8, .icmp_identifier = 5001}), std::nullopt);
  EXPECT_EQ(flows.owner_of({.protocol = 1, .later_fragment = true}), std::nullopt);
  EXPECT_EQ(flows.owner_of(udp(40000, 5005)), std::nullopt);
  // A segment of a connection that has not begun belongs to nobody, but has the flow's port.
  IpPacket segment = udp(40000, 5001);
  segment.protocol = 6;
  segment.tcp.emplace();
  EXPECT_EQ(flows.owner_of(segment), std::nullopt);
  EXPECT_TRUE(flows.have_port(segment));
  segment.tcp->syn = true;
  EXPECT_EQ(flows.owner_of(segment), 0);
  EXPECT_FALSE(flows.have_port(udp(0, 40000)));
}

TEST(Metrics, FlowsAreSortedIntoFasterSlowerAndThird) {
  const auto m = w1().metrics(kW1);
  EXPECT_DOUBLE_EQ(value_of(m, "bulk1", "elapsed"), 92.4);
  EXPECT_DOUBLE_EQ(value_of(m, "faster", "elapsed"), 92.4);
  EXPECT_DOUBLE_EQ(value_of(m, "slower", "elapsed"), 97.27);
  EXPECT_DOUBLE_EQ(value_of(m, "third", "elapsed"), 26.1);
  EXPECT_DOUBLE_EQ(value_of(m, "faster", "throughput"), 640 * 576 / 92.4);
  EXPECT_DOUBLE_EQ(value_of(m, "slower", "throughput"), 640 * 576 / 97.27);
  EXPECT_DOUBLE_EQ(value_of(m, "third", "throughput"), 40 * 576 / 26.1);
  EXPECT_DOUBLE_EQ(value_of(m, "short", "start"), 11.3);
  EXPECT_DOUBLE_EQ(value_of(m, "bulk2", "start"), 0);
}

TEST(Metrics, WithoutFlowsTheLinkIsMeasuredOverAllPackets) {
  const auto with = w1().metrics(kW1);
  const auto without = w1().metrics({});
  for (const auto& m : without)
    EXPECT_THAT(m.flow, testing::AnyOf("", "downlink", "uplink")) << m.metric;
  // The last packet of the log is the last ACK of bulk2, which is not sent by a host of its data.
  EXPECT_GE(value_of(without, "", "total_elapsed"), value_of(with, "", "total_elapsed"));
  for (const char* name : {"packets_received", "packets_delivered"}) {
    EXPECT_EQ(value_of(without, "downlink", name), value_of(with, "downlink", name)) << name;
    EXPECT_EQ(value_of(without, "uplink", name), value_of(with, "uplink", name)) << name;
  }
  EXPECT_EQ(SyntheticLog().metrics({}).front().value, 0) << "a log without packets";
}

TEST(Metrics, ASingleBulkFlowIsNeitherFasterNorSlower) {
  SyntheticLog log;
  add_transfer(log, 40001, kW1[0], 0, 100 * kMs, 90000 * kMs);
  const auto all = log.metrics({kW1[0]});
  EXPECT_DOUBLE_EQ(value_of(all, "bulk1", "elapsed"), 90.1);
  for (const auto& m : all)
    EXPECT_THAT(m.flow, testing::AnyOf("", "bulk1", "downlink", "uplink")) << m.metric;
}

TEST(Metrics, WithoutARateThereIsNoUtilization) {
  const auto all = w1().metrics(kW1, 0);
  EXPECT_DOUBLE_EQ(value_of(all, "bulk1", "elapsed"), 92.4);
  for (const MetricValue& m : all) EXPECT_NE(m.metric, "utilization");
}

TEST(Metrics, UtilizationCountsWhatWasDeliveredUpToTheLastFin) {
  // Up to the last FIN: 1320 data packets of 576 B, 3 SYNs of 48 B, 3 FINs of 40 B, and the last
  // ACKs of bulk1 and the short flow (40 B). The last ACK of bulk2 comes later.
  const auto m = w1().metrics(kW1);
  const double bytes = 1320 * 576 + 3 * 48 + 3 * 40 + 2 * 40;
  EXPECT_DOUBLE_EQ(value_of(m, "downlink", "utilization"), bytes * 8 / 97.27 / 64000);
  EXPECT_DOUBLE_EQ(value_of(m, "downlink", "packets_delivered_bytes"), bytes + 40);
  EXPECT_EQ(value_of(m, "downlink", "packets_held"), 0);
}

TEST(Metrics, DelaysOfTheDataDirection) {
  const auto m = w1().metrics(kW1);
  EXPECT_DOUBLE_EQ(value_of(m, "bulk1", "delay_min"), 0.050);
  EXPECT_DOUBLE_EQ(value_of(m, "bulk1", "delay_max"), 0.380);
  EXPECT_NEAR(value_of(m, "bulk1", "delay_median"), 0.380, 0.380 * 0.0005);
}

// Three frames. The first is repeated on the link, the second as a delay: five attempts.
TEST(Metrics, ARepetitionIsOneAttempt) {
  SyntheticLog log = w1();
  const auto id = log.arrive(Direction::kDownlink, 50000 * kMs, {40001, 5001, 1});
  const auto event = [&](EventKind kind, std::int64_t ms, std::int64_t value, std::uint8_t code) {
    log.event(kind, Direction::kDownlink, ms * kMs, value, id, code);
  };
  event(EventKind::kTransmitStart, 50001, 0, 0);
  event(EventKind::kCorrupted, 50002, 0, 1);
  event(EventKind::kRetransmit, 50003, kOnTheLink, 2);
  event(EventKind::kTransmitStart, 50003, 0, 0);
  event(EventKind::kTransmitStart, 50004, 0, 0);
  event(EventKind::kCorrupted, 50005, 0, 1);
  event(EventKind::kRetransmit, 50006, 0, 2);
  event(EventKind::kTransmitStart, 50006, 0, 0);
  const auto m = log.metrics(kW1);
  EXPECT_EQ(value_of(m, "downlink", "link_retransmissions"), 2);
  EXPECT_DOUBLE_EQ(value_of(m, "downlink", "block_error_rate"), 2.0 / 5.0);
}

TEST(Metrics, LinkEventsAreCountedPerDirection) {
  SyntheticLog log = w1();
  const auto id = log.arrive(Direction::kDownlink, 50000 * kMs, {40001, 5001, 1});
  log.event(EventKind::kRouterEnqueue, Direction::kDownlink, 50000 * kMs, 11520, id);
  log.event(EventKind::kRouterEnqueue, Direction::kDownlink, 50001 * kMs, 576, id);
  log.event(EventKind::kSendBufferEnter, Direction::kUplink, 50002 * kMs, 4800, 1);
  log.event(EventKind::kMark, Direction::kDownlink, 50002 * kMs, 0, id);
  log.event(EventKind::kCorrupted, Direction::kDownlink, 50003 * kMs, 0, id, 1);
  log.event(EventKind::kCorrupted, Direction::kDownlink, 50703 * kMs, 0, id, 2);
  log.event(EventKind::kRetransmit, Direction::kDownlink, 50703 * kMs, 0, id, 2);
  log.drop(id, 50704 * kMs, DropReason::kErrorLoss);
  const auto m = log.metrics(kW1);
  EXPECT_EQ(value_of(m, "downlink", "router_queue_max"), 11520);
  EXPECT_EQ(value_of(m, "uplink", "router_queue_max"), 0);
  EXPECT_EQ(value_of(m, "uplink", "send_buffer_max"), 4800);
  EXPECT_EQ(value_of(m, "downlink", "ce_marks"), 1);
  EXPECT_EQ(value_of(m, "bulk1", "ce_marks"), 1);
  EXPECT_EQ(value_of(m, "bulk2", "ce_marks"), 0);
  EXPECT_EQ(value_of(m, "downlink", "corrupted_attempts"), 2);
  EXPECT_EQ(value_of(m, "downlink", "link_retransmissions"), 1);
  EXPECT_EQ(value_of(m, "uplink", "corrupted_attempts"), 0);
  EXPECT_EQ(value_of(m, "bulk1", "drops_error_loss"), 1);
  EXPECT_EQ(value_of(m, "bulk1", "drops_error_loss_bytes"), 40);
  EXPECT_EQ(value_of(m, "downlink", "drops_error_loss"), 1);
  EXPECT_EQ(value_of(m, "bulk1", "reverse_drops_error_loss"), 0);
  EXPECT_EQ(value_of(m, "bulk2", "drops_error_loss"), 0);
}

TEST(Metrics, EveryFlowAndMetricPairIsUnique) {
  std::set<std::pair<std::string, std::string>> seen;
  for (const auto& m : w1().metrics(kW1))
    EXPECT_TRUE(seen.emplace(m.flow, m.metric).second) << m.flow << " " << m.metric;
  EXPECT_GT(seen.size(), 50U);
}

TEST(Metrics, RejectsFlowsThatCannotBeDistinguished) {
  const FlowSpec a{"a", false, true, 5001, 1};
  const FlowSpec same_port{"b", false, true, 5001, 1};
  const FlowSpec reserved{"faster", false, true, 5002, 1};
  EXPECT_THROW(MetricsCollector({a, same_port}, 64000), Error);
  EXPECT_THROW(MetricsCollector({a, reserved}, 64000), Error);
  EXPECT_THROW(MetricsCollector({a, a}, 64000), Error);
  EXPECT_THROW(MetricsCollector({a}, -2), Error);
}

}  // namespace
}  // namespace seawind::test
