// SPDX-License-Identifier: GPL-3.0-or-later
// Invariants of every configuration under any traffic: received = delivered + drops by reason +
// held at every moment, no packet delivered twice, order kept, buffers within their limits.
#include <gtest/gtest.h>

#include <set>

#include "common/packet_ids.h"
#include "tests/support/random_hop.h"
#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

constexpr std::uint64_t kLargestSent = 1600;  // bytes

std::shared_ptr<const RouterConfig> tail_drop(RandomHop& draw) {
  return tail_drop_router(draw.limit(false));
}
// Routers that keep the order of packets.
std::shared_ptr<const RouterConfig> one_queue(RandomHop& draw) {
  if (draw.chance(0.4)) return tail_drop(draw);
  DisciplineConfig root = HeadDropConfig{draw.limit(false)};
  if (draw.chance(0.3)) root = CodelConfig{.limit = draw.limit(false)};
  if (draw.chance(0.3)) root = TokenBucketConfig{.rate = 64'000, .burst = kLargestSent};
  return std::make_shared<const RouterConfig>(RouterConfig{root});
}

/// The bytes in the router of each direction as the events tell them.
class RouterLevels {
 public:
  void read(const std::vector<LinkEvent>& events) {
    for (; next_ < events.size(); ++next_) {
      const LinkEvent& event = events[next_];
      Level& level = levels_[static_cast<std::size_t>(event.direction)];
      if (event.kind == EventKind::kRouterEnqueue) level.inside.insert(event.packet);
      if (event.kind == EventKind::kRouterDequeue) level.inside.erase(event.packet);
      if (event.kind == EventKind::kRouterEnqueue || event.kind == EventKind::kRouterDequeue) {
        level.bytes = event.value;
      } else if (event.kind == EventKind::kDrop && level.inside.erase(event.packet) > 0) {
        level.bytes -= event.size;
      }
    }
  }
  void expect_those_of(const TestHop& rig) {
    read(rig.recorder.events);
    for (const Direction direction : {kDown, kUp}) {
      const Level& level = levels_[static_cast<std::size_t>(direction)];
      const DirectionOccupancy inside = rig.hop.occupancy(direction);
      ASSERT_EQ(level.bytes, static_cast<std::int64_t>(inside.router_bytes));
      ASSERT_EQ(level.inside.size(), inside.router_packets);
    }
  }

 private:
  struct Level {
    std::set<std::uint64_t> inside;  // packets
    std::int64_t bytes = 0;
  };
  std::array<Level, 2> levels_;
  std::size_t next_ = 0;
};

void expect_order(const TestHop& rig, bool reordering) {
  for (const auto& delivered : rig.delivered) {
    std::set<std::uint64_t> ids;
    std::uint64_t last = 0;
    for (const Delivery& d : delivered) {
      if (d.id >= kFirstGeneratedId) continue;
      ASSERT_TRUE(ids.insert(d.id).second) << "packet " << d.id << " was delivered twice";
      if (!reordering) {
        ASSERT_GT(d.id, last) << "order was not kept";
      }
      last = d.id;
    }
  }
}

/// How often a buffer was found so full that the largest packet did not fit.
struct Full {
  int router = 0;
  int send_buffer = 0;
};

// Buffers do not exceed their limits, except with a single packet larger than the limit.
void expect_limits(const TestHop& rig, const HopConfig& config, Full& full) {
  const auto check = [&](Direction direction, const DirectionConfig& c) {
    const DirectionOccupancy inside = rig.hop.occupancy(direction);
    const BufferLimit router =
        c.router ? std::get<TailDropConfig>(c.router->root).limit : BufferLimit{};
    if (router.bytes) {
      ASSERT_LE(inside.router_bytes, static_cast<std::uint64_t>(*router.bytes));
      full.router += inside.router_bytes + kLargestSent > static_cast<std::uint64_t>(*router.bytes);
    }
    if (router.packets) {
      ASSERT_LE(inside.router_packets, static_cast<std::uint64_t>(*router.packets));
    }
    if (c.send_buffer.bytes) {
      ASSERT_LE(inside.send_buffer_bytes,
                static_cast<std::uint64_t>(std::max(*c.send_buffer.bytes, c.max_packet_size)));
      full.send_buffer += inside.send_buffer_bytes + kLargestSent >
                          static_cast<std::uint64_t>(*c.send_buffer.bytes);
    }
  };
  check(kDown, config.downlink);
  check(kUp, config.uplink);
}

class Property : public testing::TestWithParam<int> {};

void run(int seed, bool with_reconfiguration) {
  RandomHop draw(static_cast<std::uint64_t>(seed), with_reconfiguration ? one_queue : tail_drop);
  Full full;
  for (int round = 0; round < 40; ++round) {
    SCOPED_TRACE(round);
    const bool reordering = draw.chance(0.2);
    HopConfig config = draw.hop(reordering);
    TestHop rig(config);
    RouterLevels levels;
    for (int i = 0; i < 300; ++i) {
      rig.run_until(rig.scheduler.now() + draw.up_to_ms(draw.chance(0.1) ? 2000 : 30));
      if (with_reconfiguration && draw.chance(0.05)) {
        draw.renew(config, reordering);
        rig.hop.reconfigure(config);
      }
      const auto burst = draw.between(1, 5);
      const Direction direction = draw.chance(0.5) ? kDown : kUp;
      for (int k = 0; k < burst; ++k) {
        rig.send(direction, static_cast<std::size_t>(draw.between(28, kLargestSent)));
      }
      expect_identity(rig);
      levels.expect_those_of(rig);
      if (!with_reconfiguration) expect_limits(rig, config, full);
      if (testing::Test::HasFailure()) return;
    }
    rig.drain();
    expect_identity(rig);
    expect_order(rig, reordering);
    const DirectionOccupancy down = rig.hop.occupancy(kDown);
    EXPECT_EQ(down.held_packets + down.held_bytes + down.router_bytes + down.send_buffer_bytes, 0u);
    if (testing::Test::HasFailure()) return;
  }
  if (with_reconfiguration) return;
  EXPECT_GT(full.router, 100) << "the limit is not reached";
  EXPECT_GT(full.send_buffer, 100) << "the limit is not reached";
}

TEST_P(Property, NothingIsLostOrDuplicatedOrReordered) {
  run(GetParam(), false);
}

TEST_P(Property, NothingIsLostUnderReconfiguration) {
  run(1000 + GetParam(), true);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Property, testing::Range(1, 11));

// A malformed packet is dropped with its own reason and leaves nothing behind.
TEST(Drops, MalformedPacketsAreCounted) {
  HopConfig config;
  config.downlink = config.uplink = plain_direction(64'000, {});
  TestHop rig(config);
  std::vector<std::uint8_t> bytes = ipv4_udp(100);
  bytes[3] = 101;
  rig.send(kUp, bytes);
  EXPECT_EQ(rig.recorder.drops(kUp, DropReason::kMalformed).packets, 1u);
  expect_identity(rig);
}

}  // namespace
}  // namespace seawind::test
