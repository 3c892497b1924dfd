// SPDX-License-Identifier: GPL-3.0-or-later
// Retransmissions and time-outs, and whether they are unnecessary or spurious, in hand-made traces.
// Times are ms. The sender's sequence numbers begin at 1000 (its SYN), so data begin at 1001.
#include "controller/measure/tcp_half.h"

#include <gtest/gtest.h>

#include <functional>

#include "common/error.h"
#include "tests/controller/measure/synthetic_log.h"

namespace seawind::test {
namespace {

/// A downlink transfer built step by step.
class Transfer {
 public:
  explicit Transfer(std::int64_t segments) : segments_(segments) {
    log.pass(kDown, 0, {4000, 5001, 1000, kSyn}, 100 * kMs);
    log.pass(kUp, 100 * kMs, {5001, 4000, 9000, kSyn | kAck, 0, 0, 1001}, 100 * kMs);
    log.pass(kDown, 200 * kMs, {4000, 5001, 1001, kAck, 0, 0, 9001}, 100 * kMs);
  }
  std::uint64_t send(std::int64_t ms, std::int64_t segment) {
    const auto sequence = static_cast<std::uint32_t>(1001 + 500 * segment);
    return log.arrive(kDown, ms * kMs, {4000, 5001, sequence, kAck, 500, 0, 9001});
  }
  void deliver(std::uint64_t id, std::int64_t ms) { log.deliver(id, ms * kMs); }
  void lose(std::uint64_t id, std::int64_t ms) { log.drop(id, ms * kMs, DropReason::kErrorLoss); }
  /// The receiver acknowledges all data before segment `next`.
  std::uint64_t ack(std::int64_t ms, std::int64_t next) {
    const auto number = static_cast<std::uint32_t>(1001 + 500 * next);
    return log.arrive(kUp, ms * kMs, {5001, 4000, 9001, kAck, 0, 0, number});
  }
  std::vector<MetricValue> end() {
    const auto sequence = static_cast<std::uint32_t>(1001 + 500 * segments_);
    log.pass(kDown, 90'000 * kMs, {4000, 5001, sequence, kFin | kAck}, 100 * kMs);
    log.pass(kUp, 90'100 * kMs, {5001, 4000, 9001 + sent_up, kFin | kAck, 0, 0, sequence + 1},
             100 * kMs);
    return log.metrics({{"f", false, true, 5001, 500 * segments_}});
  }
  SyntheticLog log;
  std::uint32_t sent_up = 0;  // bytes that the receiver has sent

 private:
  std::int64_t segments_;
};

struct Counts {
  double retransmitted, unnecessary, timeouts, spurious;
  bool operator==(const Counts&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Counts& c) {
  return out << c.retransmitted << " retransmitted, " << c.unnecessary << " unnecessary, "
             << c.timeouts << " time-outs, " << c.spurious << " spurious";
}
Counts counts(const std::vector<MetricValue>& m) {
  return {value_of(m, "f", "retransmitted_segments"),
          value_of(m, "f", "unnecessary_retransmissions"), value_of(m, "f", "timeouts"),
          value_of(m, "f", "spurious_timeouts")};
}

/// An upload of one segment, which is lost once. The fixed host sees `port` in place of 4000.
std::vector<MetricValue> upload_behind_a_nat(std::uint16_t port) {
  SyntheticLog log;
  const auto up = [&](std::int64_t ms, SegmentSpec segment) {
    segment.source = 4000;
    segment.destination = 5001;
    const auto id = log.arrive(kUp, ms * kMs, segment);
    segment.source = port;
    std::vector<std::uint8_t> bytes = ipv4_packet(segment);
    bytes.resize(40 + segment.payload);
    log.translate(id, ms * kMs, std::move(bytes));
    return id;
  };
  const auto down = [&](std::int64_t ms, SegmentSpec segment) {
    segment.source = 5001;
    segment.destination = port;
    log.pass(kDown, ms * kMs, segment, 100 * kMs);
  };
  log.deliver(up(0, {.sequence = 1000, .flags = kSyn}), 100 * kMs);
  down(100, {.sequence = 9000, .flags = kSyn | kAck, .acknowledgement = 1001});
  log.deliver(up(200, {.sequence = 1001, .acknowledgement = 9001}), 300 * kMs);
  const SegmentSpec data{.sequence = 1001, .payload = 500, .acknowledgement = 9001};
  log.drop(up(1000, data), 1100 * kMs, DropReason::kErrorLoss);
  log.deliver(up(2000, data), 2100 * kMs);
  down(2100, {.sequence = 9001, .acknowledgement = 1501});
  log.deliver(up(2200, {.sequence = 1501, .flags = kFin | kAck}), 2300 * kMs);
  down(2300, {.sequence = 9001, .flags = kFin | kAck, .acknowledgement = 1502});
  return log.metrics({{"f", false, false, 5001, 500}});
}

TEST(TcpHalf, AConnectionBehindANatIsOneWhateverPortItGets) {
  EXPECT_EQ(counts(upload_behind_a_nat(4000)), (Counts{1, 0, 1, 0}));
  EXPECT_EQ(counts(upload_behind_a_nat(40'001)), (Counts{1, 0, 1, 0}));
}

TEST(TcpHalf, ASegmentToTheFormerAddressOfANatIsOfItsConnection) {
  constexpr std::uint32_t kBefore = 0x64400003;  // 100.64.0.3
  constexpr std::uint32_t kAfter = 0x64400004;
  SyntheticLog log;
  const auto up = [&](std::int64_t ms, std::uint16_t from, std::uint32_t address,
                      std::uint16_t port, SegmentSpec segment) {
    segment.source = from;
    segment.destination = 5001;
    const auto id = log.arrive(kUp, ms * kMs, segment);
    segment.source = port;
    segment.source_address = address;
    log.translate(id, ms * kMs, ipv4_packet(segment));
    log.deliver(id, (ms + 10) * kMs);
  };
  const SegmentSpec data{.source = 5001,
                         .destination = 2048,
                         .sequence = 1001,
                         .payload = 100,
                         .destination_address = kBefore};
  up(0, 4000, kBefore, 2048, {.flags = kSyn});
  up(1, 4001, kBefore, 2049, {.flags = kSyn});
  for (const std::uint16_t port : {std::uint16_t{2048}, std::uint16_t{2049}})
    log.pass(kDown, 20 * kMs,
             {.source = 5001,
              .destination = port,
              .sequence = 1000,
              .flags = kSyn | kAck,
              .destination_address = kBefore},
             10 * kMs);
  log.drop(log.arrive(kDown, 100 * kMs, data), 100 * kMs, DropReason::kErrorLoss);
  up(200, 4001, kAfter, 2048, {.sequence = 1});  // after a handover, in another order
  up(201, 4000, kAfter, 2049, {.sequence = 1});
  log.pass(kDown, 1100 * kMs, data, 10 * kMs);
  const auto m =
      log.metrics({{.name = "f", .downlink = true, .sink_port = 5001, .kind = FlowKind::kFree}});
  EXPECT_EQ(value_of(m, "f", "retransmitted_segments"), 1);
}

TEST(TcpHalf, ALossRepairedByFastRetransmitIsNeitherTimeoutNorUnnecessary) {
  Transfer t(5);
  t.lose(t.send(1000, 0), 1050);
  for (int i = 1; i < 5; ++i) t.deliver(t.send(1000 + i, i), 1100 + i);
  for (int i = 1; i < 5; ++i) t.deliver(t.ack(1101 + i, 0), 1200 + i);
  t.deliver(t.send(1204, 0), 1300);  // 0 ms after the fourth duplicate acknowledgement
  t.deliver(t.ack(1301, 5), 1400);
  EXPECT_EQ(counts(t.end()), (Counts{1, 0, 0, 0}));
}

TEST(TcpHalf, ATimeoutOfASegmentStillOnItsWayIsSpuriousAndUnnecessary) {
  // Delivery takes 3 s; the sender's time-out is 1 s.
  Transfer t(1);
  const auto original = t.send(1000, 0);
  const auto again = t.send(2000, 0);
  t.deliver(original, 4000);
  t.deliver(t.ack(4000, 1), 4100);
  t.deliver(again, 5000);
  t.deliver(t.ack(5000, 1), 5100);
  EXPECT_EQ(counts(t.end()), (Counts{1, 1, 1, 1}));
}

TEST(TcpHalf, ATimeoutAfterALossOfEverythingIsNormal) {
  Transfer t(2);
  t.lose(t.send(1000, 0), 1100);
  t.lose(t.send(1001, 1), 1101);
  t.deliver(t.send(2000, 0), 2100);
  t.deliver(t.ack(2100, 1), 2200);
  t.deliver(t.send(2200, 1), 2300);  // go-back-N: triggered by the acknowledgement
  t.deliver(t.ack(2300, 2), 2400);
  EXPECT_EQ(counts(t.end()), (Counts{2, 0, 1, 0}));
}

TEST(TcpHalf, ATimeoutIsSpuriousWhenADuplicateAcknowledgementWouldHaveCome) {
  // Segment 0 is lost and segment 1 is delivered late. Its acknowledgement reaches the sender after
  // the time-out, but was sent before the retransmission was received. Limited transmit would have
  // continued.
  Transfer t(2);
  t.lose(t.send(1000, 0), 1100);
  const auto late = t.send(1001, 1);
  const auto again = t.send(2000, 0);
  t.deliver(late, 2050);
  t.deliver(t.ack(2051, 0), 2200);
  t.deliver(again, 2300);
  t.deliver(t.ack(2301, 2), 2400);
  EXPECT_EQ(counts(t.end()), (Counts{1, 0, 1, 1}));
}

TEST(TcpHalf, ATimeoutIsNormalWhenThatDuplicateAcknowledgementIsLostToo) {
  Transfer t(2);
  t.lose(t.send(1000, 0), 1100);
  const auto late = t.send(1001, 1);
  const auto again = t.send(2000, 0);
  t.deliver(late, 2050);
  t.lose(t.ack(2051, 0), 2200);
  t.deliver(again, 2300);
  t.deliver(t.ack(2301, 2), 2400);
  EXPECT_EQ(counts(t.end()), (Counts{1, 0, 1, 0}));
}

TEST(TcpHalf, ATimeoutAfterALostAcknowledgementIsNormalButTheRepetitionUnnecessary) {
  Transfer t(1);
  t.deliver(t.send(1000, 0), 1100);
  t.lose(t.ack(1101, 1), 1150);
  t.deliver(t.send(2000, 0), 2100);
  t.deliver(t.ack(2101, 1), 2200);
  EXPECT_EQ(counts(t.end()), (Counts{1, 1, 1, 0}));
}

TEST(TcpHalf, AnAcknowledgementThatWasOnlyDelayedMakesTheTimeoutSpurious) {
  // The receiver acknowledges only when the retransmission arrives (delayed acknowledgement).
  Transfer t(1);
  t.deliver(t.send(1000, 0), 1900);
  t.deliver(t.send(2000, 0), 2100);
  t.deliver(t.ack(2101, 1), 2200);
  EXPECT_EQ(counts(t.end()), (Counts{1, 1, 1, 1}));
}

TEST(TcpHalf, EachTimeoutOfABackOffIsCounted) {
  Transfer t(1);
  t.lose(t.send(1000, 0), 1100);
  t.lose(t.send(2000, 0), 2100);
  t.lose(t.send(4000, 0), 4100);
  t.deliver(t.send(8000, 0), 8100);
  t.deliver(t.ack(8101, 1), 8200);
  EXPECT_EQ(counts(t.end()), (Counts{3, 0, 3, 0}));
}

TEST(TcpHalf, OneNanosecondDecidesWhatTriggeredARetransmission) {
  for (const std::int64_t gap : {TcpHalf::kReaction, TcpHalf::kReaction + 1}) {
    Transfer t(2);
    t.lose(t.send(1000, 0), 1100);
    t.deliver(t.send(1001, 1), 1101);
    t.log.deliver(t.ack(1102, 0), 2000 * kMs);
    const auto id = t.log.arrive(kDown, 2000 * kMs + gap, {4000, 5001, 1001, kAck, 500});
    t.deliver(id, 2100);
    t.deliver(t.ack(2101, 2), 2200);
    EXPECT_EQ(value_of(t.end(), "f", "timeouts"), gap > TcpHalf::kReaction ? 1 : 0) << gap;
  }
}

TEST(TcpHalf, ARetransmissionSoonerThanAnyTimerIsNoTimeout) {
  for (const std::int64_t after : {199, 200}) {
    Transfer t(2);
    t.lose(t.send(1000, 0), 1100);
    t.deliver(t.send(1001, 1), 1050);
    t.deliver(t.send(1000 + after, 0), 1300);
    t.deliver(t.ack(1301, 2), 1400);
    EXPECT_EQ(value_of(t.end(), "f", "timeouts"), after >= 200 ? 1 : 0) << after;
  }
}

TEST(TcpHalf, ARepetitionOfDataDeliveredInPiecesIsUnnecessaryOnlyWhenAllOfThemWere) {
  // 500 bytes were sent as 200 and 300; the retransmission carries all of them in one segment.
  for (const bool second_lost : {false, true}) {
    Transfer t(1);
    const auto first = t.log.arrive(kDown, 1000 * kMs, {4000, 5001, 1001, kAck, 200});
    const auto second = t.log.arrive(kDown, 1001 * kMs, {4000, 5001, 1201, kAck, 300});
    const auto again = t.send(1100, 0);
    t.deliver(first, 1500);
    second_lost ? t.lose(second, 1501) : t.deliver(second, 1501);
    t.deliver(again, 1600);
    t.deliver(t.ack(1601, 1), 1700);
    EXPECT_EQ(value_of(t.end(), "f", "unnecessary_retransmissions"), second_lost ? 0 : 1);
  }
}

TEST(TcpHalf, DataDeliveredTwiceCountsOnceAsGoodput) {
  Transfer t(2);
  const auto original = t.send(1000, 0);
  const auto again = t.send(2000, 0);
  t.deliver(original, 4000);
  t.deliver(again, 5000);
  t.deliver(t.send(5001, 1), 5100);
  t.deliver(t.ack(5101, 2), 5200);
  const auto m = t.end();
  EXPECT_DOUBLE_EQ(value_of(m, "f", "goodput_ratio"), 1000.0 / 1500);
  EXPECT_DOUBLE_EQ(value_of(m, "f", "goodput"), 1000 / 90.2);  // SYN at 0 s, FIN-ACK at 90.2 s
  EXPECT_EQ(value_of(m, "f", "object_bytes"), 1080);
}

TEST(TcpHalf, RepeatedSynsAreCountedApart) {
  // The first SYN is only delayed, and the second is sent 1 s after it: unnecessary. The SYN-ACK is
  // lost once, so its retransmission was necessary.
  SyntheticLog log;
  const auto late = log.arrive(kDown, 0, {4000, 5001, 1000, kSyn});
  log.pass(kDown, 1000 * kMs, {4000, 5001, 1000, kSyn}, 900 * kMs);
  log.deliver(late, 1500 * kMs);
  const auto lost = log.arrive(kUp, 1500 * kMs, {5001, 4000, 9000, kSyn | kAck, 0, 0, 1001});
  log.drop(lost, 1600 * kMs, DropReason::kErrorLoss);
  log.pass(kUp, 2500 * kMs, {5001, 4000, 9000, kSyn | kAck, 0, 0, 1001}, 100 * kMs);
  log.pass(kDown, 3000 * kMs, {4000, 5001, 1001, kAck, 500}, 100 * kMs);
  log.pass(kDown, 4000 * kMs, {4000, 5001, 1501, kFin | kAck}, 100 * kMs);
  log.pass(kUp, 4100 * kMs, {5001, 4000, 9001, kFin | kAck, 0, 0, 1502}, 100 * kMs);
  const auto m = log.metrics({{"f", false, true, 5001, 500}});
  EXPECT_EQ(value_of(m, "f", "syn_retransmissions"), 1);
  EXPECT_EQ(value_of(m, "f", "unnecessary_syns"), 1);
  EXPECT_EQ(value_of(m, "f", "reverse_syn_retransmissions"), 1);
  EXPECT_EQ(value_of(m, "f", "reverse_unnecessary_syns"), 0);
  EXPECT_EQ(value_of(m, "f", "timeouts"), 0);
  EXPECT_EQ(value_of(m, "f", "unnecessary_retransmissions"), 0);
}

TEST(TcpHalf, BothDirectionsOfAConnectionRetransmit) {
  // Downlink: segment 0 is lost and retransmitted after 1 s (normal: no acknowledgement came).
  // Uplink: the request was delivered and its acknowledgement is delayed by 1.5 s, so its
  // retransmission is unnecessary and spurious.
  Transfer t(1);
  t.sent_up = 350;
  t.deliver(t.log.arrive(kUp, 500 * kMs, {5001, 4000, 9001, kAck, 350, 0, 1001}), 600);
  t.lose(t.send(1000, 0), 1100);
  t.deliver(t.log.arrive(kUp, 1500 * kMs, {5001, 4000, 9001, kAck, 350, 0, 1001}), 1600);
  const auto again = t.log.arrive(kDown, 2000 * kMs, {4000, 5001, 1001, kAck, 500, 0, 9351});
  t.deliver(again, 2100);
  t.deliver(t.ack(2101, 1), 2200);
  const auto m = t.end();
  EXPECT_EQ(counts(m), (Counts{1, 0, 1, 0}));
  EXPECT_EQ(value_of(m, "f", "reverse_retransmitted_segments"), 1);
  EXPECT_EQ(value_of(m, "f", "reverse_unnecessary_retransmissions"), 1);
  EXPECT_EQ(value_of(m, "f", "reverse_timeouts"), 1);
}

/// A sender that numbers its packets in the order of sending; its SYN is the first one.
struct Sender {
  Sender() { send(0, 0, 0, true); }
  std::uint64_t send(std::int64_t offset, std::int64_t payload, std::int64_t time = 0,
                     bool syn = false) {
    TcpSegment segment;
    segment.sequence = static_cast<std::uint32_t>(offset);
    segment.payload = payload;
    segment.syn = syn;
    half.sent(++packet, segment, time);
    return packet;
  }
  TcpCounters counters;
  LogMemory memory;
  TcpHalf half{counters, memory};
  std::uint64_t packet = 0;
};

// Comparing every retransmission with every packet in the link would take minutes.
TEST(TcpHalf, RepetitionsAmongVeryManySegmentsInTheLinkCostLittle) {
  constexpr std::int64_t kSegments = 40'000;
  Sender sender;
  for (int round = 0; round < 2; ++round)
    for (std::int64_t i = 0; i < kSegments; ++i) sender.send(1 + 100 * i, 100);
  EXPECT_EQ(sender.counters.retransmitted_segments, kSegments);
  for (std::uint64_t i = 1; i <= sender.packet; ++i) sender.half.resolved(i, true);
  EXPECT_EQ(sender.counters.unnecessary, kSegments);
  EXPECT_EQ(sender.counters.payload_delivered, 100 * kSegments);
}

void expect_refused(const std::function<void()>& what) {
  try {
    what();
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(),
                 "cannot read the event log: a TCP sender repeats more than a link can hold");
  }
}

TEST(TcpHalf, MoreCopiesOfASegmentThanALinkHoldsAreAnError) {
  Sender sender;
  for (int i = 0; i < 1'001; ++i) sender.send(1, 100);
  expect_refused([&] { sender.send(1, 100); });
}

TEST(TcpHalf, ManySmallSegmentsBesideALargeOneAreAnErrorBeforeTheyTakeLong) {
  Sender sender;
  sender.send(1, 65'000);
  for (int i = 0; i < 10'000; ++i) sender.send(65'001 + i, 1);
  expect_refused([&] {
    for (int i = 0; i < 10'000; ++i) sender.send(75'000 - i, 1);
  });
}

TEST(TcpHalf, TimeoutsWithoutEndAreAnError) {
  Sender sender;
  const auto time_out = [&](std::int64_t i) {
    sender.half.resolved(sender.send(0, 100, i * 300 * kMs), false);
  };
  for (std::int64_t i = 1; i <= 1'000; ++i) time_out(i);
  EXPECT_EQ(sender.counters.timeouts, 1'000);
  expect_refused([&] { time_out(1'001); });
}

}  // namespace
}  // namespace seawind::test
