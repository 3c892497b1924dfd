// SPDX-License-Identifier: GPL-3.0-or-later
// Capacity of the ARQ link with an endless backlog against the Monte-Carlo of model Q4, and
// the residual losses of experiments E11.
#include <gtest/gtest.h>

#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

struct Case {
  const char* name;
  AckRelease release;
  int persistency;
  bool receive_buffer_limits;
  double bytes_per_second;  // model Q4
};

class Capacity : public testing::TestWithParam<Case> {};

// 40 hours of virtual time: about 12 000 pairs of good and bad states. The standard error of the
// share of bad time, and with it of the capacity, is well below 1 %.
TEST_P(Capacity, MatchesTheMonteCarloOfTheLinkModel) {
  const Case& expected = GetParam();
  HopConfig config;
  config.seed = 1;
  config.channel = two_state_channel();
  config.downlink = config.uplink = arq_direction(expected.persistency);
  config.downlink.router.reset();  // the backlog waits in the transit slots
  config.downlink.ack_release = expected.release;
  if (!expected.receive_buffer_limits) config.downlink.receive_buffer.bytes = 1'000'000'000;
  TestHop rig(config);
  rig.recorder.keep = false;
  rig.keep_deliveries = false;
  const std::int64_t hours = 40 / kShortened;
  for (std::int64_t second = 0; second < hours * 3600; ++second) {
    while (rig.hop.occupancy(kDown).held_packets < 80) rig.send(kDown, 576);
    rig.run_until(at_ms(1000 * (second + 1)));
  }
  const double capacity =
      static_cast<double>(rig.recorder.count(kDown, EventKind::kDelivered).bytes) /
      static_cast<double>(hours * 3600);
  RecordProperty("bytes_per_second", std::to_string(capacity));
  EXPECT_NEAR(capacity, expected.bytes_per_second, kWidened * 0.005 * expected.bytes_per_second);
}

INSTANTIATE_TEST_SUITE_P(
    LinkModelQ4, Capacity,
    testing::Values(Case{"CumulativeR4", AckRelease::kCumulative, 4, true, 6948},
                    Case{"CumulativeR2", AckRelease::kCumulative, 2, true, 7314},
                    Case{"SelectiveR4", AckRelease::kSelective, 4, false, 7853},
                    Case{"SelectiveR2", AckRelease::kSelective, 2, false, 7785},
                    Case{"SelectiveWindowR4", AckRelease::kSelective, 4, true, 7156},
                    Case{"SelectiveWindowR2", AckRelease::kSelective, 2, true, 7543}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace seawind::test
