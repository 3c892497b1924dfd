// SPDX-License-Identifier: GPL-3.0-or-later
// Sender and captures on a plain veth pair: both devices observe every probe once, in order, with
// plausible stamps.
#include <gtest/gtest.h>
#include <unistd.h>

#include <memory>

#include "namespaces/netns.h"
#include "tests/bench/relay_bench/bed.h"
#include "tests/bench/relay_bench/capture.h"
#include "tests/bench/relay_bench/clocks.h"
#include "tests/bench/relay_bench/sender.h"
#include "tests/bench/relay_bench/stats.h"
#include "tests/bench/relay_bench/tcp_flow.h"

namespace seawind::bench {
namespace {

class Instrument : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (geteuid() != 0) enter_user_namespace();
  }
  Bed bed_ = Bed::direct();
};

TEST_F(Instrument, EveryProbeIsStampedAtBothEnds) {
  Sender sender(bed_.fixed(), {"fixed"});
  const Capture departures(bed_.fixed(), "fixed", Capture::Direction::kOutgoing, 500);
  const Capture arrivals(bed_.mobile(), "mobile", Capture::Direction::kIncoming, 500);
  const auto before = clock_ns(CLOCK_REALTIME);
  ASSERT_EQ(sender.send_paced(576, 10'000, 500), 500u);
  const auto after = clock_ns(CLOCK_REALTIME);
  ASSERT_TRUE(arrivals.has(500));
  const auto sent = departures.read();
  const auto received = arrivals.read();
  ASSERT_EQ(sent.size(), 500u);
  ASSERT_EQ(received.size(), 500u);
  for (std::size_t i = 0; i < 500; ++i) {
    EXPECT_EQ(sent[i].number, i);
    EXPECT_EQ(received[i].number, i);
    EXPECT_LE(before, sent[i].realtime_ns);
    EXPECT_LE(sent[i].realtime_ns, received[i].realtime_ns);
    EXPECT_LE(received[i].realtime_ns, after);
  }
  // 499 spaces of 100 us: the probes were sent as planned. The first one may have been late.
  EXPECT_GE(sent.back().realtime_ns - before, kSenderLeadNs + 499 * 100'000 - 100'000);
}

TEST_F(Instrument, ACaptureOnlySeesItsDirection) {
  Sender sender(bed_.fixed(), {"fixed"});
  const Capture wrong(bed_.fixed(), "fixed", Capture::Direction::kIncoming, 10);
  const Capture right(bed_.fixed(), "", Capture::Direction::kOutgoing, 10);
  sender.send_paced(64, 10'000, 5);
  EXPECT_TRUE(wrong.read().empty());
  EXPECT_EQ(right.read().size(), 5u);
}

TEST_F(Instrument, AnOverflownRingIsNoMeasurement) {
  Sender sender(bed_.fixed(), {"fixed"});
  const Capture small(bed_.mobile(), "mobile", Capture::Direction::kIncoming, 1);
  sender.send_paced(64, 100'000, 2'000);
  EXPECT_THROW(small.read(), UnusableRun);
}

TEST_F(Instrument, BulkIsCountedAtTheOtherEnd) {
  Sender sender(bed_.fixed(), {"fixed"});
  const auto before = bed_.mobile_received();
  const auto bulk = sender.send_bulk(1500, 20'000, 0.05);
  EXPECT_GT(bulk.sent, 0u);
  EXPECT_LE(bulk.sent, 1'001u);
  EXPECT_EQ(bed_.mobile_received() - before, bulk.sent);
}

TEST_F(Instrument, ManyLinksKeepTheirProbesApart) {
  const auto many = Bed::many(3);
  EXPECT_EQ(many.links().size(), 3u);
  Sender sender(many.fixed(), {"f0", "f1", "f2"});
  const Capture departures(many.relay(), "rf1", Capture::Direction::kIncoming, 10);
  sender.send_paced(128, 10'000, 6);
  const auto seen = departures.read();
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[0].link, 1u);
  EXPECT_EQ(seen[1].number, 4u);
}

TEST_F(Instrument, TcpGetsThrough) {
  EXPECT_GT(tcp_mbit_per_second(bed_, 0.1), 10);
}

}  // namespace
}  // namespace seawind::bench
