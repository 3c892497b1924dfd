// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/tfrc_receiver.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "tests/workloads/tfrc_units.h"
#include "workloads/tfrc_equation.h"

namespace seawind {
namespace {

class TfrcReceiverTest : public testing::Test {
 protected:
  TfrcReceiver make(std::int64_t per_rtt = 1) {
    return TfrcReceiver({.packet_size = 1000, .discounting = true, .per_rtt = per_rtt});
  }
  /// Packet `sequence` arrives at its own number of milliseconds times `gap`.
  static std::optional<TfrcFeedback> packet(TfrcReceiver& r, std::uint64_t sequence,
                                            std::int64_t gap = 10, std::int64_t rtt = kRtt) {
    const auto at = static_cast<std::int64_t>(sequence) * gap * kMs;
    return r.on_data(at, {.sequence = sequence, .sent = at - 50 * kMs, .rtt = rtt, .size = 1000});
  }
};

TEST_F(TfrcReceiverTest, TheFirstPacketIsReportedAtOnce) {
  TfrcReceiver r = make();
  EXPECT_EQ(r.timer(), TfrcReceiver::kNever);
  const auto feedback = packet(r, 0, 10, 0);
  ASSERT_TRUE(feedback.has_value());
  EXPECT_EQ(*feedback, (TfrcFeedback{.data_sent = -50 * kMs, .number = 1}));
  EXPECT_EQ(r.timer(), TfrcReceiver::kNever) << "no round-trip time is known yet";
  EXPECT_FALSE(packet(r, 1).has_value());
  EXPECT_EQ(r.timer(), 110 * kMs);
}

// RFC 5348, 6.3. The first feedback may be lost.
TEST_F(TfrcReceiverTest, EachPacketIsReportedUntilTheSenderKnowsTheRoundTripTime) {
  TfrcReceiver r = make();
  for (std::uint64_t i = 0; i < 4; ++i) {
    const auto at = static_cast<std::int64_t>(i) * 10 * kMs;
    const auto feedback = packet(r, i, 10, 0);
    ASSERT_TRUE(feedback.has_value()) << i;
    const auto number = static_cast<std::uint32_t>(i + 1);
    EXPECT_EQ(*feedback, (TfrcFeedback{.data_sent = at - 50 * kMs, .number = number}));
    EXPECT_EQ(r.timer(), TfrcReceiver::kNever);
  }
  EXPECT_FALSE(packet(r, 4).has_value());
}

TEST_F(TfrcReceiverTest, OncePerRttOrMoreOftenWithTheReceiveRate) {
  for (const std::int64_t per_rtt : {1, 3}) {
    TfrcReceiver r = make(per_rtt);
    int reports = 0;
    TfrcFeedback last;
    for (std::uint64_t i = 0; i < 1000; ++i) {  // 10 s at 100 packets/s
      while (r.timer() < static_cast<std::int64_t>(i) * 10 * kMs) {
        if (const auto f = r.on_timer(r.timer())) {
          last = *f;
          ++reports;
        }
      }
      packet(r, i);
    }
    EXPECT_NEAR(reports, 100.0 * static_cast<double>(per_rtt), 3) << per_rtt;
    EXPECT_NEAR(last.receive_rate, 100'000, 10'001);  // a packet more or less in 100 ms
    EXPECT_EQ(last.loss_rate, 0);
  }
}

TEST_F(TfrcReceiverTest, APacketThatArrivesAfterItsLossCountsInTheReceiveRateOnce) {
  TfrcReceiver r = make();
  for (std::uint64_t i = 0; i <= 18; ++i)
    if (i != 15) packet(r, i);  // 16, 17 and 18 arrive before 15
  EXPECT_GT(r.loss_rate(), 0);
  for (int copy = 0; copy < 2; ++copy)
    r.on_data(185 * kMs, {.sequence = 15, .sent = 100 * kMs, .rtt = kRtt, .size = 1000});
  for (std::uint64_t i = 19; i <= 28; ++i) packet(r, i);
  ASSERT_EQ(r.timer(), 280 * kMs);
  const auto feedback = r.on_timer(280 * kMs);
  ASSERT_TRUE(feedback.has_value());
  EXPECT_NEAR(feedback->receive_rate, 110'000, 1);
  EXPECT_GT(r.loss_rate(), 0) << "it stays lost";
}

// Any host may send to the port. A sequence number near 2^64 made the receiver count losses in an
// endless loop.
// As after a handover from a slow path: its packets come last.
TEST_F(TfrcReceiverTest, ALatePacketTellsNoRoundTripTime) {
  TfrcReceiver r = make();
  for (const std::uint64_t i : {0, 1, 3}) packet(r, i);
  r.on_data(31 * kMs, {.sequence = 2, .sent = 0, .rtt = 20 * kRtt, .size = 1000});
  const std::int64_t timer = r.timer();
  ASSERT_TRUE(r.on_timer(timer).has_value());
  EXPECT_EQ(r.timer(), timer + kRtt);
}

TEST_F(TfrcReceiverTest, IgnoresImpossibleReports) {
  TfrcReceiver r = make();
  for (std::uint64_t i = 0; i < 5; ++i) packet(r, i);
  for (const std::uint64_t sequence : {~std::uint64_t{0}, ~std::uint64_t{0} - 1,
                                       std::uint64_t{1} << 63, std::uint64_t{20'000'000}}) {
    EXPECT_FALSE(r.on_data(100 * kMs, {.sequence = sequence, .rtt = kRtt, .size = 1000}));
  }
  for (const std::int64_t rtt : {std::int64_t{-1}, std::numeric_limits<std::int64_t>::max()}) {
    EXPECT_FALSE(r.on_data(100 * kMs, {.sequence = 5, .rtt = rtt, .size = 1000}));
  }
  for (std::uint64_t i = 5; i < 10; ++i) packet(r, i);
  EXPECT_EQ(r.loss_rate(), 0);
  TfrcReceiver other = make();
  EXPECT_FALSE(other.on_data(0, {.sequence = ~std::uint64_t{0}, .rtt = kRtt, .size = 1000}));
  EXPECT_TRUE(packet(other, 0).has_value());  // the first one that counts
}

TEST_F(TfrcReceiverTest, AHoleOfManyIsOneEvent) {
  TfrcReceiver r = make();
  for (std::uint64_t i = 0; i < 5; ++i) packet(r, i);
  for (std::uint64_t i = 0; i < 5; ++i) {
    r.on_data(100 * kMs + static_cast<std::int64_t>(i),
              {.sequence = 1'000'000 + i, .rtt = kRtt, .size = 1000});
  }
  EXPECT_GT(r.loss_rate(), 0);
}

TEST_F(TfrcReceiverTest, AHoleIsALossAfterThreeLaterPackets) {
  TfrcReceiver r = make();
  for (std::uint64_t i = 0; i < 20; ++i) packet(r, i);
  packet(r, 21);  // 20 is missing
  packet(r, 22);
  EXPECT_EQ(r.loss_rate(), 0);
  const auto feedback = packet(r, 23);
  EXPECT_GT(r.loss_rate(), 0);
  ASSERT_TRUE(feedback.has_value()) << "a new loss event is reported at once";
  EXPECT_EQ(feedback->loss_rate, r.loss_rate());
}

TEST_F(TfrcReceiverTest, ReorderingWithinThreeIsNoLoss) {
  TfrcReceiver r = make();
  for (const std::uint64_t i : {0, 1, 2, 4, 5, 3, 6, 7, 8, 11, 10, 9, 12, 13, 14, 15, 16}) {
    packet(r, i);
  }
  EXPECT_EQ(r.loss_rate(), 0);
}

TEST_F(TfrcReceiverTest, CopiesCountAsNothing) {
  TfrcReceiver r = make();
  TfrcReceiver once = make();
  for (std::uint64_t i = 0; i < 200; ++i) {
    // Every tenth packet arrives behind the two that follow it.
    const std::uint64_t sequence = i % 10 == 0 ? i + 2 : i % 10 <= 2 ? i - 1 : i;
    const auto at = static_cast<std::int64_t>(i) * 10 * kMs;
    const TfrcReceiver::Data data{.sequence = sequence, .sent = at, .rtt = kRtt, .size = 1000};
    for (TfrcReceiver* one : {&r, &once})
      while (one->timer() < at) one->on_timer(one->timer());
    once.on_data(at, data);
    r.on_data(at, data);
    r.on_data(at + kMs, data);
  }
  EXPECT_EQ(r.loss_rate(), 0);
  EXPECT_EQ(r.on_timer(2000 * kMs), once.on_timer(2000 * kMs));
}

TEST_F(TfrcReceiverTest, LossesWithinARoundTripTimeAreOneEvent) {
  // Packets every 10 ms, RTT 100 ms: 50 and 60 are exactly an RTT apart, 50 and 61 more.
  for (const auto& [second, events] : {std::pair<std::uint64_t, int>{60, 1}, {61, 2}}) {
    TfrcReceiver r = make();
    std::set<double> rates;
    for (std::uint64_t i = 0; i < 100; ++i) {
      if (i == 50 || i == second) continue;
      packet(r, i);
      if (i == 58 || i == 70) rates.insert(r.history().open_interval());
    }
    // The open interval began with the event's first lost packet.
    EXPECT_EQ(r.history().open_interval(), events == 1 ? 50 : 100 - 61) << second;
    EXPECT_EQ(rates.size(), 2u);
  }
}

TEST_F(TfrcReceiverTest, TheFirstIntervalGivesTheRateThatWasReceived) {
  TfrcReceiver r = make();
  for (std::uint64_t i = 0; i < 200; ++i) {
    while (r.timer() < static_cast<std::int64_t>(i) * 10 * kMs) r.on_timer(r.timer());
    if (i != 150) packet(r, i);
  }
  // 100 packets/s were received. The equation with the reported loss rate gives about the same
  // rate.
  EXPECT_NEAR(tfrc_rate(1000, 0.1, r.loss_rate()) / 100'000, 1, 0.11);
}

TEST_F(TfrcReceiverTest, ALongOutageIsOneEventForEachRttItLasted) {
  TfrcReceiver r = make();
  for (std::uint64_t i = 0; i < 100; ++i) packet(r, i);
  for (std::uint64_t i = 150; i < 160; ++i) packet(r, i);  // 50 packets = 5 RTTs are missing
  // Events at 100, 111, 122, 133, 144: more than an RTT after each other.
  EXPECT_EQ(r.history().open_interval(), 160 - 144);
}

TEST_F(TfrcReceiverTest, SilenceIsNotReportedAndTheNextPacketIsAtOnce) {
  TfrcReceiver r = make();
  for (std::uint64_t i = 0; i < 20; ++i) packet(r, i);
  while (r.timer() != TfrcReceiver::kNever) {
    const auto feedback = r.on_timer(r.timer());
    if (!feedback) {
      EXPECT_EQ(r.timer(), TfrcReceiver::kNever);
    }
  }
  const auto feedback =
      r.on_data(9'000 * kMs, {.sequence = 20, .sent = 0, .rtt = kRtt, .size = 1000});
  EXPECT_TRUE(feedback.has_value());
}

TEST_F(TfrcReceiverTest, AHandoverIsReportedForThreeRttsAndThePastIsForgotten) {
  TfrcReceiver r = make();
  for (std::uint64_t i = 0; i < 100; ++i) {
    if (i % 30 != 29) packet(r, i);
  }
  ASSERT_GT(r.loss_rate(), 0);
  constexpr double kRate = 5000;
  constexpr std::int64_t kNewRtt = 600 * kMs;
  const std::int64_t begin = 1000 * kMs;
  r.on_handover(begin, kRate, kNewRtt);
  EXPECT_EQ(r.timer(), begin);
  std::vector<std::int64_t> reports;
  std::uint64_t sequence = 140;  // 40 packets are lost in the change: not counted
  for (std::int64_t now = begin; now < begin + 3000 * kMs; now += 200 * kMs) {
    while (r.timer() <= now) {
      const std::int64_t at = r.timer();
      const auto feedback = r.on_timer(at);
      ASSERT_TRUE(feedback.has_value());
      if (at >= begin + 3 * kNewRtt) {
        EXPECT_EQ(feedback->new_rtt, 0);
      } else {
        reports.push_back(at);
        EXPECT_EQ(feedback->receive_rate, kRate);
        EXPECT_EQ(feedback->new_rtt, kNewRtt);
        EXPECT_NEAR(tfrc_rate(1000, 0.6, feedback->loss_rate), kRate, 1);
      }
    }
    r.on_data(now, {.sequence = sequence++, .sent = now, .rtt = kNewRtt, .size = 1000});
  }
  EXPECT_EQ(reports, (std::vector<std::int64_t>{begin, begin + kNewRtt, begin + 2 * kNewRtt}));
  EXPECT_NEAR(tfrc_rate(1000, 0.6, r.loss_rate()), kRate, kRate * 0.2) << "no loss was counted";
}

}  // namespace
}  // namespace seawind
