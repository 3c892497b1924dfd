// SPDX-License-Identifier: GPL-3.0-or-later
// The geometry of the buffers (model Q1, Q2) and the delay variation it causes (experiments
// K7, K8).
#include <gtest/gtest.h>

#include <algorithm>

#include "emulator/core/random.h"
#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

HopConfig link_at(std::int64_t rate) {
  HopConfig config;
  config.downlink = gprs_direction();
  config.downlink.states[0].rate = rate;
  config.uplink = plain_direction(rate, {});
  return config;
}

// Two TCP-like sources overflow the buffers; a stream of 76 B packets every 20 ms passes through
// them. In one virtual hour the largest delay of a stream packet is in the window of Q1.
TEST(Geometry, LargestStreamDelayThroughFullBuffersIsInTheWindowOfQ1) {
  TestHop rig(link_at(64'000));
  rig.recorder.keep = false;
  RandomStream random(1, "arrivals");
  std::int64_t next_bulk = 0;
  for (std::int64_t t = 0; t < 3'600'000; t += 20) {
    for (; next_bulk < t; next_bulk += 30 + static_cast<std::int64_t>(random.next() % 40)) {
      rig.run_until(std::max(at_ms(next_bulk), rig.scheduler.now()));
      rig.send(kDown, 576);
    }
    rig.run_until(at_ms(t));
    if (t % 20'000 >= 18'000) rig.send(kDown, 76);
  }
  rig.drain();
  expect_identity(rig);
  Duration largest;
  for (const Delivery& delivery : rig.delivered[0]) {
    if (delivery.size == 76) largest = std::max(largest, delivery.delay);
  }
  RecordProperty("largest_ms", std::to_string(largest.in_milliseconds()));
  EXPECT_GE(largest.in_milliseconds(), 3330);
  EXPECT_LE(largest.in_milliseconds(), 3450);
}

// Exactly 43 packets ahead: 43 x 72 + 9.5 + 300 ms. The probe arrives one ns later, so its delay is
// one ns shorter.
TEST(Geometry, The44thPlaceIsTheLast) {
  TestHop rig(link_at(64'000));
  for (int i = 0; i < 43; ++i) rig.send(kDown, 576);
  rig.run_until(Time::from_ns(1));
  const std::uint64_t probe = rig.send(kDown, 76);
  rig.send(kDown, 76);
  EXPECT_EQ(rig.recorder.drops(kDown, DropReason::kRouterFull).packets, 1u);
  const DirectionOccupancy full = rig.hop.occupancy(kDown);
  EXPECT_EQ(full.router_packets, 20u);
  EXPECT_EQ(full.router_bytes, 19u * 576 + 76);
  EXPECT_EQ(full.send_buffer_bytes, 20u * 576);
  EXPECT_EQ(full.held_packets, 44u);
  EXPECT_EQ(full.held_bytes, 43u * 576 + 76);
  rig.drain();
  ASSERT_EQ(rig.delivered[0].size(), 44u);
  for (std::size_t i = 0; i < 43; ++i) {
    EXPECT_EQ(rig.delivered[0][i].id, i + 1);
    EXPECT_EQ(rig.delivered[0][i].time, at_ms(372 + 72 * i));
  }
  ASSERT_EQ(rig.delivered[0].back().id, probe);
  EXPECT_EQ(rig.delivered[0].back().delay.ns(), 3'405'500'000 - 1);
}

// 24 packets are in service, send buffer and transit. The router's six leave at 72, ..., 432 ms,
// one per transmitted packet. At 504 ms there is room but no packet: Linux's idle time of RED
// begins.
TEST(Geometry, AnEmptyRouterIsPolledWhenThereIsRoom) {
  HopConfig config = link_at(64'000);
  RedConfig red;
  red.limit.bytes = 11'520;
  red.min_threshold = 5'000;
  red.max_threshold = 10'000;
  red.linux_arithmetic = true;
  config.downlink.router = std::make_shared<const RouterConfig>(RouterConfig{red});
  TestHop rig(config);
  double average = 0;
  for (int i = 0; i < 30; ++i) {
    rig.send(kDown, 576);
    average += (576 * std::max(0, i - 24) - average) / 512;
  }
  rig.run_until(at_ms(1504));
  rig.send(kDown, 576);
  average *= 1 - 1 / 4.194304;
  const auto last =
      std::find_if(rig.recorder.events.rbegin(), rig.recorder.events.rend(),
                   [](const LinkEvent& event) { return event.kind == EventKind::kRouterAverage; });
  ASSERT_NE(last, rig.recorder.events.rend());
  EXPECT_EQ(last->value, static_cast<std::int64_t>(average * 256));
}

TEST(Geometry, SmallestDelays) {
  TestHop rig(link_at(64'000));
  rig.send(kDown, 76);
  rig.drain();
  EXPECT_EQ(rig.delivered[0].back().delay.ns(), 309'500'000);  // K6
  rig.send(kDown, 576);
  rig.drain();
  EXPECT_EQ(rig.delivered[0].back().delay.ns(), 372'000'000);
}

// Q2: the send buffer counts bytes, so its content takes 12000 x 8 / 64000 = 1500 ms for any packet
// sizes. A packet that finds it exactly full, one ns before the frame in service ends, waits for
// that ns and for the 12000 B.
TEST(Geometry, AFullSendBufferTakes1500MillisecondsWhateverTheSizes) {
  for (const std::vector<std::size_t>& sizes :
       {std::vector<std::size_t>(8, 1500), std::vector<std::size_t>(150, 80),
        std::vector<std::size_t>{576, 1500, 28, 2048, 2048, 1000, 1800, 2000, 1000}}) {
    TestHop rig(link_at(64'000));
    rig.send(kDown, 576);
    for (const std::size_t size : sizes) rig.send(kDown, size);
    EXPECT_EQ(rig.hop.occupancy(kDown).send_buffer_bytes, 12'000u);
    rig.run_until(Time::from_ns(71'999'999));
    rig.send(kDown, 76);
    EXPECT_EQ(rig.hop.occupancy(kDown).send_buffer_bytes, 12'000u);
    rig.drain();
    EXPECT_EQ(rig.delivered[0].back().delay.ns(), 1 + 1'500'000'000 + 9'500'000 + 300'000'000);
  }
}

// Delay variation of two stream packets 20 ms apart with k TCP packets between them.
struct Ipdv {
  std::int64_t rate;
  std::int64_t packet_ns;  // 576 B
  std::int64_t probe_ns;   // 76 B
  int levels;
};
class IpdvLevels : public testing::TestWithParam<Ipdv> {};
TEST_P(IpdvLevels, AreWholePacketsApart) {
  for (int k = 0; k < GetParam().levels; ++k) {
    TestHop rig(link_at(GetParam().rate));
    for (int i = 0; i < 8; ++i) rig.send(kDown, 576);
    const std::uint64_t first = rig.send(kDown, 76);
    rig.run_until(at_ms(10));
    for (int i = 0; i < k; ++i) rig.send(kDown, 576);
    rig.run_until(at_ms(20));
    const std::uint64_t second = rig.send(kDown, 76);
    rig.drain();
    const auto delay_of = [&rig](std::uint64_t id) {
      return std::find_if(rig.delivered[0].begin(), rig.delivered[0].end(),
                          [id](const Delivery& d) { return d.id == id; })
          ->delay.ns();
    };
    EXPECT_EQ(delay_of(second) - delay_of(first),
              k * GetParam().packet_ns + GetParam().probe_ns - 20'000'000);
  }
}
INSTANTIATE_TEST_SUITE_P(K7K8, IpdvLevels,
                         testing::Values(Ipdv{64'000, 72'000'000, 9'500'000, 6},
                                         Ipdv{384'000, 12'000'000, 1'583'334, 4}));

}  // namespace
}  // namespace seawind::test
