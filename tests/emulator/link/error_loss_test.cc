// SPDX-License-Identifier: GPL-3.0-or-later
// Residual loss of DELAY_ITERATE: in a persistent bad state (experiments E11) and over the
// two-state channel (model Q5); and the dependence of the draws on the seed.
#include <gtest/gtest.h>

#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

double lost_share(const HopConfig& config, int packets, Duration interval) {
  TestHop rig(config);
  rig.recorder.keep = false;
  rig.keep_deliveries = false;
  for (int i = 0; i < packets; ++i) {
    rig.run_until(Time() + interval * i);
    rig.send(kDown, 76);
  }
  rig.drain();
  expect_identity(rig);
  return static_cast<double>(rig.recorder.drops(kDown, DropReason::kErrorLoss).packets) / packets;
}

struct LossCase {
  int retransmissions;
  double persistent;  // E11
  double effective;   // over time, E11
  double tolerance;
};
class ErrorLoss : public testing::TestWithParam<LossCase> {};

// 10^5 packets: five standard errors are at most 0.8 %.
TEST_P(ErrorLoss, InAPersistentBadState) {
  HopConfig config;
  config.seed = 3;
  config.downlink = arq_direction(GetParam().retransmissions);
  config.downlink.link_layer_acks = false;
  config.downlink.states = {config.downlink.states[1]};
  config.uplink = plain_direction(64'000, {});
  EXPECT_NEAR(lost_share(config, 100'000 / kShortened, Duration::milliseconds(20)),
              GetParam().persistent, kWidened * 0.008);
}

// A packet every 20 ms for about 11 hours; each attempt uses the current state.
TEST_P(ErrorLoss, OverTheTwoStateChannel) {
  HopConfig config;
  config.seed = 4;
  config.channel = two_state_channel();
  config.downlink = arq_direction(GetParam().retransmissions);
  config.downlink.link_layer_acks = false;
  config.uplink = plain_direction(64'000, {});
  config.uplink.states.resize(2, config.uplink.states[0]);
  const double share = lost_share(config, 2'000'000 / kShortened, Duration::milliseconds(20));
  EXPECT_NEAR(share, GetParam().effective, kWidened * GetParam().tolerance);
}

INSTANTIATE_TEST_SUITE_P(E11, ErrorLoss,
                         testing::Values(LossCase{1, 0.36, 0.055, 0.002},
                                         LossCase{2, 0.216, 0.0195, 0.001},
                                         LossCase{4, 0.0778, 0.0013, 0.0002}),
                         [](const auto& test) {
                           return "R" + std::to_string(test.param.retransmissions);
                         });

// Each direction has its own draws: traffic of the other direction does not affect them.
TEST(ErrorStreams, OneDirectionsTrafficNeverShiftsTheOthersErrors) {
  std::vector<std::vector<std::uint64_t>> lost;
  for (const bool busy_uplink : {false, true}) {
    HopConfig config;
    config.seed = 8;
    config.downlink = arq_direction(0);
    config.downlink.states = {config.downlink.states[1]};
    config.downlink.states[0].error_handling = ErrorHandling::kDrop;
    config.uplink = config.downlink;
    TestHop rig(config);
    for (std::uint64_t i = 0; i < 400; ++i) {
      const Time when = at_ms(static_cast<std::int64_t>(100 * i));
      rig.send_at(when, kDown, 76);
      if (busy_uplink) rig.send_at(when, kUp, 500);
    }
    rig.run_until(at_ms(60'000));
    std::vector<std::uint64_t> order;  // positions of the lost packets among the downlink's packets
    std::uint64_t position = 0;
    for (const LinkEvent& event : rig.recorder.events) {
      if (event.direction != kDown) continue;
      if (event.kind == EventKind::kTransmitEnd) ++position;
      if (event.kind == EventKind::kDrop) order.push_back(position);
    }
    lost.push_back(order);
  }
  EXPECT_GT(lost[0].size(), 200u);
  EXPECT_EQ(lost[0], lost[1]);
}

}  // namespace
}  // namespace seawind::test
