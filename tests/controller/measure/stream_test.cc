// SPDX-License-Identifier: GPL-3.0-or-later
// The stream's metrics and their closed forms K4 to K10.
#include <gtest/gtest.h>

#include <functional>

#include "common/error.h"
#include "tests/controller/measure/synthetic_log.h"

namespace seawind::test {
namespace {

constexpr std::int64_t kUs = 1000;

FlowSpec stream(std::int64_t burst = 0, std::int64_t lifetime = 0) {
  return {.name = "udp",
          .competitor = true,
          .sink_port = 5003,
          .kind = FlowKind::kStream,
          .burst_packets = burst,
          .lifetime = lifetime};
}

/// `packets` of 76 B every 20 ms from `start_ms` on. Packet i is delivered `delay(i)` ns after it
/// was sent, or dropped when that is negative.
void add_stream(SyntheticLog& log, int packets, const std::function<std::int64_t(int)>& delay,
                std::int64_t start_ms = 0) {
  for (int i = 0; i < packets; ++i) {
    const std::int64_t sent = (start_ms + 20 * i) * kMs;
    const auto id = log.arrive_udp(kDown, sent, 40000, 5003, 48);
    if (delay(i) >= 0)
      log.deliver(id, sent + delay(i));
    else
      log.drop(id, sent, DropReason::kRouterFull);
  }
}
std::int64_t fixed(int /*packet*/) {
  return 309'500 * kUs;
}

TEST(Stream, ASegmentOnItsPortIsNoneOfItsPackets) {
  SyntheticLog log;
  add_stream(log, 100, fixed);
  const auto alone = log.metrics({stream()});
  log.pass(kUp, 400 * kMs, {5003, 4000, 77, kFin | kAck}, 300 * kMs);
  log.pass(kDown, 700 * kMs, {4000, 5003, 5, kAck}, 300 * kMs);
  const auto m = log.metrics({stream()});
  for (const char* metric : {"packets_sent", "throughput", "elapsed", "ipdv_max", "delay_min"})
    EXPECT_EQ(value_of(m, "stream", metric), value_of(alone, "stream", metric)) << metric;
  EXPECT_EQ(value_of(m, "downlink", "packets_stray"), 1);
}

TEST(Stream, ClosedFormK5FullRateAndDrops) {
  // Dropped packets, and the published throughput in B/s.
  const std::pair<int, double> published[] = {
      {0, 3803}, {81, 3535}, {187, 3183}, {42, 3664}, {146, 3319}};
  for (const auto& [dropped, rate] : published) {
    SyntheticLog log;
    add_stream(log, 1147, [d = dropped](int i) { return i > 0 && i <= d ? -1 : fixed(i); });
    const auto m = log.metrics({stream()});
    EXPECT_DOUBLE_EQ(value_of(m, "stream", "throughput"), (1147 - dropped) * 76 / 22.92);
    EXPECT_NEAR(value_of(m, "stream", "throughput"), rate, 0.7) << dropped;
    EXPECT_DOUBLE_EQ(value_of(m, "udp", "sending_rate"), 1147 * 76 / 22.92);
    EXPECT_EQ(value_of(m, "udp", "packets_dropped"), dropped);
    EXPECT_EQ(value_of(m, "udp", "drops_congestion"), dropped);
  }
}

TEST(Stream, ClosedFormK5TwoBursts) {
  // The idle time between the bursts does not count: 3639 B/s means 99 of 2294 lost.
  SyntheticLog log;
  add_stream(log, 1147, [](int i) { return i < 99 ? -1 : fixed(i); });
  add_stream(log, 1147, fixed, 40'000);
  const auto m = log.metrics({stream(1147)});
  EXPECT_DOUBLE_EQ(value_of(m, "stream", "throughput"), (2294 - 99) * 76 / (2 * 22.92));
  EXPECT_NEAR(value_of(m, "stream", "throughput"), 3639, 0.5);
}

TEST(Stream, ClosedFormK6AndK10Delays) {
  // Alternating: an empty link (300 + 9.5 ms), and a full send buffer (1809.5 ms).
  SyntheticLog log;
  add_stream(log, 1147, [](int i) { return i % 2 ? 1'809'500 * kUs : 309'500 * kUs; });
  const auto m = log.metrics({stream()});
  EXPECT_DOUBLE_EQ(value_of(m, "stream", "delay_min"), 0.3095);
  EXPECT_DOUBLE_EQ(value_of(m, "stream", "delay_max"), 1.8095);
  EXPECT_DOUBLE_EQ(value_of(m, "stream", "delay_q1"), 0.3095);
  EXPECT_DOUBLE_EQ(value_of(m, "stream", "delay_p95"), 1.8095);
}

TEST(Stream, OfAPacketThatIsCutToItsHeadersOnlyTheseAreReceived) {
  SyntheticLog log;
  for (int i = 0; i < 4; ++i) {
    const auto id = log.arrive_udp(kDown, 20 * i * kMs, 40000, 5003, 48);
    if (i == 1) log.translate(id, (20 * i + 5) * kMs, std::vector<std::uint8_t>(28));
    log.deliver(id, (20 * i + 10) * kMs);
  }
  const auto m = log.metrics({stream(0, 100 * kMs)});
  EXPECT_EQ(value_of(m, "udp", "packets_received"), 4);
  EXPECT_EQ(value_of(m, "udp", "object_bytes"), 3 * 76 + 28);
  EXPECT_DOUBLE_EQ(value_of(m, "udp", "goodput_ratio"), (3 * 76 + 28) / (4 * 76.0));
  EXPECT_DOUBLE_EQ(value_of(m, "udp", "valid_fraction"), 0.75);
  EXPECT_DOUBLE_EQ(value_of(m, "udp", "stale_fraction"), 0.25);
}

TEST(Stream, ClosedFormK7IpdvLevels) {
  // k TCP packets of 72 ms between two stream packets: k 72 + 9.5 - 20 ms, each level once.
  for (const auto& [service, own] :
       {std::pair(72'000 * kUs, 9'500 * kUs), {12'000 * kUs, 1583 * kUs}}) {
    SyntheticLog log;
    std::vector<std::int64_t> delay = {300'000 * kUs};
    for (int k = 0; k <= 5; ++k) delay.push_back(delay.back() + k * service + own - 20'000 * kUs);
    add_stream(log, 7, [&](int i) { return delay[static_cast<std::size_t>(i)]; });
    const auto m = log.metrics({stream()});
    const double levels[] = {
        static_cast<double>(own) / 1e9 - 0.020,
        5 * static_cast<double>(service) / 1e9 + static_cast<double>(own) / 1e9 - 0.020};
    EXPECT_NEAR(value_of(m, "stream", "ipdv_min"), levels[0], 1e-12);
    EXPECT_NEAR(value_of(m, "stream", "ipdv_max"), levels[1], 1e-12);
    // Six levels: the quartiles are between the second and third, and between the fourth and fifth.
    const double step = static_cast<double>(service) / 1e9;
    EXPECT_NEAR(value_of(m, "stream", "ipdv_q1"), levels[0] + 1.25 * step, 1e-12);
    EXPECT_NEAR(value_of(m, "stream", "ipdv_q3"), levels[0] + 3.75 * step, 1e-12);
  }
}

TEST(Stream, ClosedFormK8IpdvAt384Kbit) {
  // 76 B at 384 kbit/s take 1583.333 us: -18.4, -6.4, 5.6, 17.6 ms for 0 to 3 packets in between.
  SyntheticLog log;
  const std::int64_t own = 76 * 8 * 1'000'000'000LL / 384'000;
  std::vector<std::int64_t> delay = {400 * kMs};
  for (int k = 0; k <= 3; ++k) delay.push_back(delay.back() + k * 12 * kMs + own - 20 * kMs);
  add_stream(log, 5, [&](int i) { return delay[static_cast<std::size_t>(i)]; });
  const auto m = log.metrics({stream()});
  EXPECT_NEAR(value_of(m, "stream", "ipdv_min"), -0.018417, 1e-6);
  EXPECT_NEAR(value_of(m, "stream", "ipdv_max"), 0.017583, 1e-6);
  EXPECT_NEAR(value_of(m, "stream", "ipdv_median"), -0.018417 + 0.018, 1e-6);
}

TEST(Stream, ClosedFormK9TheLargestDelay) {
  SyntheticLog log;
  add_stream(log, 3,
             [](int i) { return i == 1 ? (300'000 + 9'500 + 43 * 72'000) * kUs : fixed(i); });
  const auto m = log.metrics({stream()});
  EXPECT_DOUBLE_EQ(value_of(m, "stream", "delay_max"), 3.4055);
}

TEST(Stream, EverySecondPacketLostHasNoDelayVariation) {
  SyntheticLog log;
  add_stream(log, 100, [](int i) { return i % 2 ? -1 : fixed(i); });
  const auto m = log.metrics({stream()});
  EXPECT_EQ(value_of(m, "stream", "packets_received"), 50);
  EXPECT_DOUBLE_EQ(value_of(m, "stream", "loss_fraction"), 0.5);
  EXPECT_EQ(value_of(m, "stream", "loss_runs"), 50);
  EXPECT_EQ(value_of(m, "stream", "loss_run_max"), 1);
  for (const auto& metric : m) EXPECT_FALSE(metric.metric.starts_with("ipdv")) << metric.metric;
}

TEST(Stream, RunsOfConsecutiveDrops) {
  // Lost: 2, 3, 4 | 10 | 97, 98, 99 (the last one); runs of 3, 1 and 3.
  SyntheticLog log;
  add_stream(log, 100,
             [](int i) { return (i >= 2 && i <= 4) || i == 10 || i >= 97 ? -1 : fixed(i); });
  const auto m = log.metrics({stream()});
  EXPECT_EQ(value_of(m, "stream", "loss_runs"), 3);
  EXPECT_EQ(value_of(m, "stream", "loss_run_max"), 3);
  EXPECT_EQ(value_of(m, "stream", "loss_run_median"), 3);
  EXPECT_DOUBLE_EQ(value_of(m, "stream", "loss_run_mean"), 7.0 / 3);
}

TEST(Stream, NothingReachesAcrossTheGapBetweenBursts) {
  // The last packet of the first burst and the first packet of the second are lost: two runs. The
  // delays of the neighbours across the gap differ by 1 s, which is not a delay variation.
  SyntheticLog log;
  add_stream(log, 10, [](int i) { return i == 9 ? -1 : fixed(i); });
  add_stream(
      log, 10, [](int i) { return i == 0 ? -1 : fixed(i) + 1'000'000 * kUs; }, 10'000);
  const auto m = log.metrics({stream(10)});
  EXPECT_EQ(value_of(m, "stream", "loss_runs"), 2);
  EXPECT_EQ(value_of(m, "stream", "loss_run_max"), 1);
  EXPECT_EQ(value_of(m, "stream", "ipdv_max"), 0);
  EXPECT_EQ(value_of(m, "stream", "ipdv_min"), 0);
}

TEST(Stream, DelaysOutOfOrderAreStillTakenInSendingOrder) {
  // Packet 1 overtakes packet 0: delays 500, 100, 100 ms.
  SyntheticLog log;
  add_stream(log, 3, [](int i) { return i == 0 ? 500 * kMs : 100 * kMs; });
  const auto m = log.metrics({stream()});
  EXPECT_DOUBLE_EQ(value_of(m, "stream", "ipdv_min"), -0.4);
  EXPECT_DOUBLE_EQ(value_of(m, "stream", "ipdv_max"), 0);
}

TEST(Stream, ValidAndStaleFractions) {
  // Lifetime 1 s: 6 arrive within it (one exactly at its end), 2 after it, 2 not at all.
  SyntheticLog log;
  add_stream(log, 10, [](int i) -> std::int64_t {
    if (i < 5) return 300 * kMs;
    if (i == 5) return 1000 * kMs;
    return i < 8 ? 1000 * kMs + 1 : -1;
  });
  const auto m = log.metrics({stream(0, 1000 * kMs)});
  EXPECT_DOUBLE_EQ(value_of(m, "stream", "valid_fraction"), 0.6);
  EXPECT_DOUBLE_EQ(value_of(m, "stream", "stale_fraction"), 0.2);
  EXPECT_DOUBLE_EQ(value_of(m, "stream", "goodput_ratio"), 0.8);
}

TEST(Stream, PacketsHeldAtTheEndAreNeitherLostNorReceived) {
  SyntheticLog log;
  add_stream(log, 5, fixed);
  log.arrive_udp(kDown, 500 * kMs, 40000, 5003, 48);
  const auto m = log.metrics({stream()});
  EXPECT_EQ(value_of(m, "stream", "packets_sent"), 6);
  EXPECT_EQ(value_of(m, "stream", "packets_received"), 5);
  EXPECT_EQ(value_of(m, "stream", "packets_dropped"), 0);
  EXPECT_EQ(value_of(m, "stream", "loss_runs"), 0);
}

TEST(Stream, AStreamThatNeverStartedIsAnError) {
  SyntheticLog log;
  EXPECT_THROW(log.metrics({stream()}), Error);
}

TEST(Stream, QuantilesStayRightBeyondWhatIsKeptExactly) {
  ValueSummary values;
  for (std::int64_t i = -100'000; i <= 100'000; ++i) values.add(i * 1000);
  EXPECT_EQ(values.min(), -1e8);
  EXPECT_EQ(values.max(), 1e8);
  for (const double q : {0.05, 0.25, 0.75, 0.99})
    EXPECT_NEAR(values.quantile(q), (2 * q - 1) * 1e8, 0.0005 * 1e8) << q;
}

TEST(Datagrams, OneThatTheLinkCutsHasTheBytesOfItsArrival) {
  constexpr std::size_t kLast = 224;
  std::vector<std::uint8_t> last = {0x45, 0, 0, kLast, 0, 0, 0, 150, 64, 17};  // behind 1200 bytes
  last.resize(kLast);
  SyntheticLog log;
  const auto cut = log.arrive_udp(kDown, 0, 40000, 5003, 1400);
  log.translate(cut, 0, last);
  log.deliver(cut, 10 * kMs);
  const auto m = log.metrics({{.name = "u",
                               .downlink = true,
                               .sink_port = 5003,
                               .kind = FlowKind::kFree,
                               .program = true}});
  EXPECT_EQ(value_of(m, "u", "object_bytes"), 1428);
}

TEST(Datagrams, ThoseOfAnotherProgramAreStray) {
  for (const FlowKind kind : {FlowKind::kStream, FlowKind::kRoundTrips, FlowKind::kFree}) {
    SyntheticLog log;
    for (const std::uint16_t source : std::vector<std::uint16_t>{40'000, 41'000, 40'000})
      log.deliver(log.arrive_udp(kDown, 0, source, 5003, 100), 10 * kMs);
    const auto m = log.metrics({{.name = "u", .downlink = true, .sink_port = 5003, .kind = kind}});
    EXPECT_EQ(value_of(m, "u", "object_bytes"), 2 * 128);
    EXPECT_EQ(value_of(m, "downlink", "packets_stray"), 1);
  }
}

TEST(Datagrams, OnThePortOfATransferAreStray) {
  SyntheticLog log;
  const FlowSpec flow{.name = "t", .downlink = true, .sink_port = 5001};
  add_transfer(log, 40'001, flow, 0, 130 * kMs, 92'800 * kMs);
  log.deliver(log.arrive_udp(kDown, 10 * kMs, 41'000, 5001, 100), 20 * kMs);
  const auto m = log.metrics({flow});
  EXPECT_EQ(value_of(m, "downlink", "packets_stray"), 1);
  EXPECT_GT(value_of(m, "t", "delay_min"), 0.01);
}

TEST(Datagrams, ThoseInTheLinkAtTheEndAreTold) {
  SyntheticLog log;
  for (const std::int64_t at : {0, 1, 2}) {
    const auto packet = log.arrive_udp(kDown, at * kMs, 40'000, 5003, 100);
    if (at < 2) log.deliver(packet, (at + 10) * kMs);
  }
  const auto m =
      log.metrics({{.name = "u", .downlink = true, .sink_port = 5003, .kind = FlowKind::kStream}});
  EXPECT_EQ(value_of(m, "u", "packets_received"), 2);
  EXPECT_EQ(value_of(m, "u", "packets_dropped"), 0);
  EXPECT_EQ(value_of(m, "u", "packets_held"), 1);
}

// As iperf3 -u: the connection that controls the test is no measure of the datagrams.
TEST(Datagrams, TheirProgramHasNoGoodputOfItsControlConnection) {
  SyntheticLog log;
  const SegmentSpec syn{.source = 5003, .destination = 40'000, .flags = kSyn};
  log.pass(kDown, 0, syn, 10 * kMs);
  log.pass(kDown, 1 * kMs, {.source = 5003, .destination = 40'000, .sequence = 1, .payload = 100},
           10 * kMs);
  const FlowSpec flow{
      .name = "u", .downlink = true, .sink_port = 5003, .kind = FlowKind::kFree, .program = true};
  const auto has_goodput = [&] {
    return std::ranges::any_of(log.metrics({flow}), [](const MetricValue& m) {
      return m.metric == "goodput" || m.metric == "goodput_ratio";
    });
  };
  EXPECT_TRUE(has_goodput());
  log.deliver(log.arrive_udp(kDown, 2 * kMs, 40'000, 5003, 1400), 12 * kMs);
  EXPECT_FALSE(has_goodput());
}

TEST(RoundTrips, MatchesRepliesToRequests) {
  SyntheticLog log;
  for (std::uint16_t i = 0; i < 4; ++i) {
    const std::int64_t at = i * 1000 * kMs;
    log.deliver(log.arrive_echo(kDown, at, 8, i), at + 300 * kMs);
    const auto reply = log.arrive_echo(Direction::kUplink, at + 301 * kMs, 0, i);
    if (i == 2)
      log.drop(reply, at + 310 * kMs, DropReason::kErrorLoss);
    else
      log.deliver(reply, at + (700 + i) * kMs);
  }
  const auto m = log.metrics({{.name = "ping", .sink_port = 77, .kind = FlowKind::kRoundTrips}});
  EXPECT_EQ(value_of(m, "ping", "requests"), 4);
  EXPECT_EQ(value_of(m, "ping", "replies"), 3);
  EXPECT_DOUBLE_EQ(value_of(m, "ping", "loss_fraction"), 0.25);
  EXPECT_DOUBLE_EQ(value_of(m, "ping", "rtt_min"), 0.700);
  EXPECT_DOUBLE_EQ(value_of(m, "ping", "rtt_median"), 0.701);
  EXPECT_DOUBLE_EQ(value_of(m, "ping", "rtt_max"), 0.703);
}

TEST(RoundTrips, TheEchoesOfAnotherFlowOrProgramAreNotItsOwn) {
  SyntheticLog log;
  std::int64_t rtt = 100 * kMs;
  for (const std::uint16_t identifier : std::vector<std::uint16_t>{78, 77, 5}) {
    log.deliver(log.arrive_echo(kDown, 0, 8, 1, 32, identifier), rtt / 4);
    log.deliver(log.arrive_echo(Direction::kUplink, rtt / 2, 0, 1, 32, identifier), rtt);
    rtt += 100 * kMs;
  }
  const auto m = log.metrics({{.name = "one", .sink_port = 77, .kind = FlowKind::kRoundTrips},
                              {.name = "other", .sink_port = 78, .kind = FlowKind::kRoundTrips}});
  EXPECT_EQ(value_of(m, "one", "requests"), 1);
  EXPECT_EQ(value_of(m, "other", "requests"), 1);
  EXPECT_DOUBLE_EQ(value_of(m, "one", "rtt_max"), 0.2);
  EXPECT_DOUBLE_EQ(value_of(m, "other", "rtt_max"), 0.1);
}

// Two requests with the same sequence number, 65536 apart, are on the link.
TEST(RoundTrips, ALateReplyIsThatOfItsRequest) {
  SyntheticLog log;
  const std::int64_t sent[] = {0, 66'000 * kMs};
  for (std::uint32_t i : {0U, 1U})
    log.deliver(log.arrive_echo(kDown, sent[i], 8, 5, 32, 77, i * 65'536 + 5),
                sent[i] + 40'000 * kMs);
  for (std::uint32_t i : {0U, 1U}) {
    const std::int64_t answered = sent[i] + 80'000 * kMs;
    log.deliver(
        log.arrive_echo(Direction::kUplink, sent[i] + 70'000 * kMs, 0, 5, 32, 77, i * 65'536 + 5),
        answered);
  }
  const auto m = log.metrics({{.name = "ping", .sink_port = 77, .kind = FlowKind::kRoundTrips}});
  EXPECT_EQ(value_of(m, "ping", "replies"), 2);
  EXPECT_DOUBLE_EQ(value_of(m, "ping", "rtt_min"), 80);
  EXPECT_DOUBLE_EQ(value_of(m, "ping", "rtt_max"), 80);
}

TEST(RoundTrips, AnIdentifierThatANatHasChangedIsThatOfTheRequest) {
  constexpr std::size_t kPayload = 32;
  SyntheticLog log;
  const auto asks = log.arrive_echo(Direction::kUplink, 0, 8, 0, kPayload, 77);
  log.translate(asks, 0, echo_packet(8, 0, kPayload, 2048));
  log.deliver(asks, 100 * kMs);
  const auto answers = log.arrive_echo(kDown, 101 * kMs, 0, 0, kPayload, 2048);
  log.translate(answers, 101 * kMs, echo_packet(0, 0, kPayload, 77));
  log.deliver(answers, 300 * kMs);
  const auto m = log.metrics(
      {{.name = "ping", .downlink = false, .sink_port = 77, .kind = FlowKind::kRoundTrips}});
  EXPECT_EQ(value_of(m, "ping", "replies"), 1);
  EXPECT_DOUBLE_EQ(value_of(m, "ping", "rtt_min"), 0.300);
}

}  // namespace
}  // namespace seawind::test
