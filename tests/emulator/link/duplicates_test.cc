// SPDX-License-Identifier: GPL-3.0-or-later
// Packets that leave the link twice: their share, their effect on everything else.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "common/packet_ids.h"
#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

// The downlink of the reference campaign with errors, delays and an output dropper that draw.
std::vector<Delivery> deliveries(double probability, int packets) {
  HopConfig config;
  config.channel = two_state_channel();
  config.downlink = arq_direction(2);
  config.uplink = plain_direction(64'000, {});
  config.uplink.states.push_back(config.uplink.states[0]);
  for (StateParameters& state : config.downlink.states) {
    state.propagation_delay = UniformValue{1e6, 300e6};
    state.duplicate_probability = probability;
  }
  config.seed = 5;
  TestHop rig(config);
  rig.recorder.keep = false;
  for (int i = 0; i < packets; ++i) {
    rig.run_until(at_ms(150 * i));
    rig.send(kDown, 40 + static_cast<std::size_t>(i * 37 % 1400));
  }
  rig.drain();
  expect_identity(rig);
  return rig.delivered[0];
}

TEST(Duplicates, HaveTheProbabilityAndChangeNothingElse) {
  const int packets = 20'000 / kShortened;
  const auto plain = deliveries(0, packets);
  auto doubled = deliveries(0.1, packets);
  double copies = 0;
  for (std::size_t i = 1; i < doubled.size(); ++i) {
    if (doubled[i].id < kFirstCopyId) continue;
    ++copies;
    EXPECT_EQ(doubled[i].id, kFirstCopyId + doubled[i - 1].id) << "right behind its packet";
    EXPECT_EQ(doubled[i].time, doubled[i - 1].time);
    EXPECT_EQ(doubled[i].size, doubled[i - 1].size);
  }
  const auto left = static_cast<double>(plain.size());
  EXPECT_NEAR(copies, 0.1 * left, 4 * std::sqrt(left * 0.1 * 0.9));
  std::erase_if(doubled, [](const Delivery& d) { return d.id >= kFirstCopyId; });
  ASSERT_EQ(doubled.size(), plain.size());
  for (std::size_t i = 0; i < plain.size(); ++i) {
    EXPECT_EQ(doubled[i].id, plain[i].id);
    EXPECT_EQ(doubled[i].time, plain[i].time);
  }
}

TEST(Duplicates, ASpacedReleaseDelaysBothTogether) {
  HopConfig config;
  config.downlink = plain_direction(8000, Duration::milliseconds(100));
  config.downlink.states[0].duplicate_probability = 1;
  config.downlink.release = ReleaseOrder::kSpaced;
  config.uplink = plain_direction(8000, {});
  TestHop rig(config);
  rig.send(kDown, 100);
  rig.send(kDown, 100);
  rig.drain();
  expect_identity(rig);
  std::vector<std::pair<Time, std::uint64_t>> left;
  for (const Delivery& d : rig.delivered[0]) left.emplace_back(d.time, d.id);
  EXPECT_EQ(left, (std::vector<std::pair<Time, std::uint64_t>>{{at_ms(200), 1},
                                                               {at_ms(200), kFirstCopyId + 1},
                                                               {at_ms(300), 2},
                                                               {at_ms(300), kFirstCopyId + 2}}));
}

}  // namespace
}  // namespace seawind::test
