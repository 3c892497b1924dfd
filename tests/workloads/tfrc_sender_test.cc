// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/tfrc_sender.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/workloads/tfrc_units.h"
#include "workloads/tfrc_equation.h"

namespace seawind {
namespace {

/// Feedback whose round-trip sample is `rtt`.
TfrcFeedback feedback(std::int64_t now, double receive_rate, double p = 0,
                      std::int64_t rtt = kRtt) {
  static std::uint32_t number = 0;
  return {.data_sent = now - rtt - 7,
          .data_delay = 7,
          .receive_rate = receive_rate,
          .loss_rate = p,
          .number = ++number};
}

TEST(TfrcSender, FeedbackThatNoReceiverSendsIsLeftOut) {
  constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  for (TfrcFeedback wrong : {TfrcFeedback{.data_sent = -kMax},
                             {.data_sent = kMax},
                             {.data_delay = kMax},
                             {.data_delay = -1},
                             {.receive_rate = kNan},
                             {.receive_rate = 1e300},
                             {.receive_rate = -1},
                             {.loss_rate = kNan},
                             {.loss_rate = 1.1},
                             {.loss_rate = -0.1},
                             {.new_rtt = kMax},
                             {.new_rtt = -1},
                             {.data_sent = -3'600'000'000'000}}) {
    TfrcSender s({}, 0);
    wrong.number = 1;
    EXPECT_FALSE(s.on_feedback(kRtt, wrong));
    EXPECT_EQ(s.rtt(), 0);
    EXPECT_EQ(s.rate(), 1000);
  }
}

TEST(TfrcSender, OnePacketASecondUntilTheFirstFeedback) {
  TfrcSender s({}, 5 * kSecond);
  EXPECT_EQ(s.next_send(), 5 * kSecond);
  s.on_sent(5 * kSecond);
  EXPECT_EQ(s.next_send(), 6 * kSecond);
  EXPECT_EQ(s.timer(), 7 * kSecond) << "two seconds";
  s.on_timer(7 * kSecond);
  EXPECT_EQ(s.rate(), 500) << "halved";
}

// With a long round trip the first feedback makes several packets due at once. None is late.
TEST(TfrcSender, PacketsAreNotDueBeforeTheFeedbackThatPermitsThem) {
  constexpr std::int64_t kLong = 300'000'000;
  TfrcSender s({}, 0);
  s.on_sent(0);
  EXPECT_EQ(s.due(), kSecond);
  s.on_feedback(kLong, feedback(kLong, 0, 0, kLong));  // 4 packets of 1000 B each 300 ms
  EXPECT_EQ(s.next_send(), 75'000'000);
  EXPECT_EQ(s.due(), kLong);
  for (const std::int64_t next : {150, 225, 300}) {
    s.on_sent(kLong);
    EXPECT_EQ(s.next_send(), next * 1'000'000);
    EXPECT_EQ(s.due(), kLong);
  }
  s.on_sent(kLong);
  EXPECT_EQ(s.due(), 375'000'000);
  // A packet that is late already was due before a feedback that comes meanwhile.
  s.on_feedback(450'000'000 + kLong, feedback(450'000'000 + kLong, 1e6, 0, kLong));
  EXPECT_LE(s.due(), 375'000'000);
}

TEST(TfrcSender, TheFirstFeedbackAllowsTheInitialWindow) {
  for (const auto& [size, window] :
       {std::pair<std::int64_t, double>{1000, 4000}, {1460, 4380}, {3000, 6000}, {500, 2000}}) {
    TfrcSender s({.packet_size = size}, 0);
    s.on_feedback(kRtt, feedback(kRtt, 0));
    EXPECT_EQ(s.rtt(), kRtt);
    EXPECT_DOUBLE_EQ(s.rate(), window / 0.1) << size;
  }
}

TEST(TfrcSender, SlowStartDoublesOncePerRttUpToTwiceTheReceiveRate) {
  TfrcSender s({}, 0);
  s.on_feedback(kRtt, feedback(kRtt, 0));
  const double initial = s.rate();
  s.on_feedback(2 * kRtt - 1, feedback(2 * kRtt - 1, 1e9));
  EXPECT_DOUBLE_EQ(s.rate(), initial) << "a nanosecond too early";
  s.on_feedback(2 * kRtt, feedback(2 * kRtt, 1e9));
  EXPECT_DOUBLE_EQ(s.rate(), 2 * initial);
  s.on_feedback(6 * kRtt, feedback(6 * kRtt, 30'000));
  EXPECT_DOUBLE_EQ(s.rate(), 60'000) << "1e9 was reported more than two RTTs ago";
}

TEST(TfrcSender, TheEquationAndTheReceiveRateLimitIt) {
  TfrcSender s({}, 0);
  s.on_feedback(kRtt, feedback(kRtt, 0));
  s.on_feedback(2 * kRtt, feedback(2 * kRtt, 1e9, 0.01));
  EXPECT_DOUBLE_EQ(s.rate(), tfrc_rate(1000, 0.1, 0.01));
  s.on_feedback(9 * kRtt, feedback(9 * kRtt, 10'000, 0.01));
  EXPECT_DOUBLE_EQ(s.rate(), 20'000);
  s.on_feedback(10 * kRtt, feedback(10 * kRtt, 5'000, 0.01));
  EXPECT_DOUBLE_EQ(s.rate(), 20'000) << "the larger report of the last two RTTs";
}

TEST(TfrcSender, TheRttIsSmoothed) {
  TfrcSender s({}, 0);
  s.on_feedback(kRtt, feedback(kRtt, 0));
  s.on_feedback(kSecond, feedback(kSecond, 1e6, 0, 200 * kMs));
  EXPECT_EQ(s.rtt(), 110 * kMs);  // 0.9 x 100 + 0.1 x 200
}

TEST(TfrcSender, NoFeedbackHalvesAndTheFloorIsAPacketIn64Seconds) {
  TfrcSender s({}, 0);
  s.on_feedback(kRtt, feedback(kRtt, 0));
  s.on_feedback(2 * kRtt, feedback(2 * kRtt, 1e9, 0.01));
  const double before = s.rate();
  EXPECT_EQ(s.timer(), 2 * kRtt + 4 * kRtt);
  s.on_timer(s.timer());
  EXPECT_DOUBLE_EQ(s.rate(), before / 2) << "it was the equation that limited";
  s.on_timer(s.timer());
  EXPECT_DOUBLE_EQ(s.rate(), before / 4) << "now it is the receive rate";
  for (int i = 0; i < 30; ++i) s.on_timer(s.timer());
  EXPECT_DOUBLE_EQ(s.rate(), 1000.0 / 64);
}

TEST(TfrcSender, WithTheMinimumRuleAPacketPerRtt) {
  TfrcSender s({.packet_size = 1000, .minimum_per_rtt = true}, 0);
  s.on_feedback(kRtt, feedback(kRtt, 0));
  s.on_feedback(2 * kRtt, feedback(2 * kRtt, 1e9, 1));
  EXPECT_DOUBLE_EQ(s.rate(), 10'000);
  for (int i = 0; i < 30; ++i) s.on_timer(s.timer());
  EXPECT_DOUBLE_EQ(s.rate(), 10'000);
}

TEST(TfrcSender, SelfClockingFollowsTheReceiveRate) {
  TfrcSender s({.packet_size = 1000, .self_clocking = true}, 0);
  s.on_feedback(kRtt, feedback(kRtt, 0));
  s.on_feedback(2 * kRtt, feedback(2 * kRtt, 20'000));
  EXPECT_DOUBLE_EQ(s.rate(), 40'000) << "not in slow start";
  s.on_feedback(3 * kRtt, feedback(3 * kRtt, 30'000, 0.001));
  EXPECT_DOUBLE_EQ(s.rate(), 30'000) << "after a loss";
  s.on_feedback(4 * kRtt, feedback(4 * kRtt, 30'000, 0.001));
  EXPECT_DOUBLE_EQ(s.rate(), 33'000);
}

TEST(TfrcSender, PacketsLeaveAtTheRateAndALateOneIsMadeUpFor) {
  TfrcSender s({}, 0);
  s.on_feedback(0, feedback(0, 0));  // 40 000 bytes/s: every 25 ms
  s.on_sent(0);
  EXPECT_EQ(s.next_send(), 25 * kMs);
  s.on_sent(30 * kMs);
  EXPECT_EQ(s.next_send(), 50 * kMs);
  s.on_sent(10 * kSecond);  // very late: the sender compensates for at most one RTT
  EXPECT_EQ(s.next_send(), 10 * kSecond - kRtt + 25 * kMs);
}

TEST(TfrcSender, AHandoverTakesEffectAtOnce) {
  TfrcSender s({}, 0);
  s.on_feedback(kRtt, feedback(kRtt, 0));
  s.on_feedback(2 * kRtt, feedback(2 * kRtt, 1e6, 0.0001));
  ASSERT_GT(s.rate(), 100'000);
  s.on_feedback(3 * kRtt, {.data_sent = 0,
                           .data_delay = 0,
                           .receive_rate = 4'000,
                           .loss_rate = tfrc_loss_rate(1000, 0.6, 4'000),
                           .new_rtt = 600 * kMs,
                           .number = std::numeric_limits<std::uint32_t>::max()});
  EXPECT_NEAR(s.rate(), 4'000, 1);
  EXPECT_EQ(s.rtt(), 600 * kMs);
}

TEST(TfrcSender, ACopyOfFeedbackAndOneThatWasOvertakenAreIgnored) {
  TfrcSender s({.self_clocking = true}, 0);
  s.on_feedback(kRtt, feedback(kRtt, 0));
  const TfrcFeedback overtaken = feedback(2 * kRtt, 90'000, 0.0001);
  const TfrcFeedback loss = feedback(2 * kRtt, 20'000, 0.001);
  EXPECT_TRUE(s.on_feedback(2 * kRtt, loss));
  EXPECT_EQ(s.rate(), 20'000);
  EXPECT_FALSE(s.on_feedback(2 * kRtt + 12 * kMs, loss));
  EXPECT_FALSE(s.on_feedback(2 * kRtt + 13 * kMs, overtaken));
  EXPECT_EQ(s.rate(), 20'000);
  EXPECT_EQ(s.rtt(), kRtt);
}

}  // namespace
}  // namespace seawind
