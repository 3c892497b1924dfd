// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold for every configuration and every traffic: received = delivered + drops by reason
// + held at every moment, nothing delivered twice, order kept, buffers within their limits.
#include <gtest/gtest.h>

#include <set>

#include "emulator/core/random.h"
#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed, "property") {}
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low +
           static_cast<std::int64_t>(random_.next() % static_cast<std::uint64_t>(high - low + 1));
  }
  bool chance(double p) { return random_.uniform() < p; }
  Duration up_to_ms(std::int64_t n) { return Duration::nanoseconds(between(0, n * 1'000'000)); }
  BufferLimit limit(bool may_be_none) {
    if (may_be_none && chance(0.2)) return {};
    if (chance(0.5)) return {.packets = between(1, 30)};
    return {.bytes = between(100, 20'000)};
  }
  StateParameters state() {
    StateParameters s;
    s.rate = chance(0.5) ? between(9'600, 400'000) : between(1'000'000, 1'000'000'000);
    s.propagation_delay = up_to_ms(chance(0.3) ? 0 : 300);
    s.error_probability = chance(0.3) ? 0 : 0.01 * static_cast<double>(between(0, 90));
    s.error_handling = static_cast<ErrorHandling>(between(0, 2));
    s.error_delay = UniformValue{0, 1e6 * static_cast<double>(between(0, 500))};
    if (chance(0.7)) s.delay_drop_threshold = up_to_ms(1500);
    return s;
  }
  DirectionConfig direction(std::size_t states, bool reordering) {
    DirectionConfig c;
    c.max_packet_size = between(500, 2048);
    if (chance(0.7)) c.router = tail_drop_router(limit(false));
    c.input.adapter_slots = between(0, 3);
    if (chance(0.7)) c.input.limit.packets = between(1, 5);
    c.send_buffer = limit(true);
    c.receive_buffer = limit(true);
    c.frame_in_service_in_buffer = chance(0.5);
    c.link_layer_acks = chance(0.6);
    c.ack_release = chance(0.5) ? AckRelease::kCumulative : AckRelease::kSelective;
    c.release = reordering ? ReleaseOrder::kNone : ReleaseOrder::kInOrder;
    for (std::size_t i = 0; i < states; ++i) c.states.push_back(state());
    return c;
  }
  HopConfig hop(bool reordering) {
    HopConfig c;
    c.seed = random_.next();
    const auto states = static_cast<std::size_t>(between(0, 3));
    for (std::size_t i = 0; i < states; ++i) {
      c.channel.states.push_back({std::to_string(i), UniformValue{1e6, 1e9}});
    }
    c.channel.lead_in = up_to_ms(3000);
    renew(c, reordering);
    return c;
  }
  // Other parameters; channel and seed stay.
  void renew(HopConfig& c, bool reordering) {
    const std::size_t states = std::max<std::size_t>(c.channel.states.size(), 1);
    c.downlink = direction(states, reordering);
    c.uplink = direction(states, reordering);
  }

 private:
  RandomStream random_;
};

void expect_order(const TestHop& rig, bool reordering) {
  for (const auto& delivered : rig.delivered) {
    std::set<std::uint64_t> ids;
    std::uint64_t last = 0;
    for (const Delivery& d : delivered) {
      ASSERT_TRUE(ids.insert(d.id).second) << "packet " << d.id << " was delivered twice";
      if (!reordering) {
        ASSERT_GT(d.id, last) << "order was not kept";
      }
      last = d.id;
    }
  }
}

// Buffers never hold more than they may, but for a single packet larger than the whole.
void expect_limits(const TestHop& rig, const HopConfig& config) {
  const auto check = [&rig](Direction direction, const DirectionConfig& c) {
    const DirectionOccupancy inside = rig.hop.occupancy(direction);
    const BufferLimit router =
        c.router ? std::get<TailDropConfig>(c.router->root).limit : BufferLimit{};
    if (router.bytes) {
      ASSERT_LE(inside.router_bytes, static_cast<std::uint64_t>(*router.bytes));
    }
    if (router.packets) {
      ASSERT_LE(inside.router_packets, static_cast<std::uint64_t>(*router.packets));
    }
    if (c.send_buffer.bytes) {
      ASSERT_LE(inside.send_buffer_bytes,
                static_cast<std::uint64_t>(std::max(*c.send_buffer.bytes, c.max_packet_size)));
    }
  };
  check(kDown, config.downlink);
  check(kUp, config.uplink);
}

class Property : public testing::TestWithParam<int> {};

void run(int seed, bool with_reconfiguration) {
  Draw draw(static_cast<std::uint64_t>(seed));
  for (int round = 0; round < 40; ++round) {
    SCOPED_TRACE(round);
    const bool reordering = draw.chance(0.2);
    HopConfig config = draw.hop(reordering);
    TestHop rig(config);
    for (int i = 0; i < 300; ++i) {
      rig.run_until(rig.scheduler.now() + draw.up_to_ms(draw.chance(0.1) ? 2000 : 30));
      if (with_reconfiguration && draw.chance(0.05)) {
        draw.renew(config, reordering);
        rig.hop.reconfigure(config);
      }
      const auto burst = draw.between(1, 5);
      const Direction direction = draw.chance(0.5) ? kDown : kUp;
      for (int k = 0; k < burst; ++k) {
        rig.send(direction, static_cast<std::size_t>(draw.between(28, 1600)));
      }
      expect_identity(rig);
      if (!with_reconfiguration) expect_limits(rig, config);
      if (testing::Test::HasFailure()) return;
    }
    rig.drain();
    expect_identity(rig);
    expect_order(rig, reordering);
    const DirectionOccupancy down = rig.hop.occupancy(kDown);
    EXPECT_EQ(down.held_packets + down.held_bytes + down.router_bytes + down.send_buffer_bytes, 0u);
    if (testing::Test::HasFailure()) return;
  }
}

TEST_P(Property, NothingIsLostOrDuplicatedOrReordered) {
  run(GetParam(), false);
}

TEST_P(Property, NorUnderReconfiguration) {
  run(1000 + GetParam(), true);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Property, testing::Range(1, 11));

// A malformed packet is a drop with its own reason, and nothing of it stays.
TEST(Drops, MalformedPacketsAreCounted) {
  HopConfig config;
  config.downlink = config.uplink = plain_direction(64'000, {});
  TestHop rig(config);
  std::vector<std::uint8_t> bytes = ipv4_udp(100);
  bytes[3] = 101;
  rig.hop.receive(kUp, Packet::copy_of(rig.pool, 1, Time(), bytes, 0));
  EXPECT_EQ(rig.recorder.drops(kUp, DropReason::kMalformed).packets, 1u);
  expect_identity(rig);
}

}  // namespace
}  // namespace seawind::test
