// SPDX-License-Identifier: GPL-3.0-or-later
// Invariants of every configuration under any traffic: received = delivered + drops by reason +
// held at every moment, no packet delivered twice, order kept, buffers within their limits.
#include <gtest/gtest.h>

#include <set>

#include "common/packet_ids.h"
#include "emulator/core/random.h"
#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

constexpr std::uint64_t kLargestSent = 1600;  // bytes

class Draw {
 public:
  Draw(std::uint64_t seed, bool any_router) : any_router_(any_router), random_(seed, "property") {}
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
    s.error_handling = static_cast<ErrorHandling>(between(0, 3));
    s.error_delay = UniformValue{0, 1e6 * static_cast<double>(between(0, 500))};
    if (chance(0.7)) s.delay_drop_threshold = up_to_ms(1500);
    if (chance(0.3)) s.max_retransmissions = between(0, 5);
    if (chance(0.2)) {
      s.error_unit = ErrorUnit::kBit;
      s.error_probability = UniformValue{0, 1e-4};
    }
    if (chance(0.2)) s.propagation_delay = UniformValue{0, 3e8};
    if (chance(0.2)) {
      s.random_delay_probability = 0.1;
      s.random_delay_length = UniformValue{0, 2e8};
    }
    if (chance(0.2)) {
      s.allocation_delay = UniformValue{0, 1e8};
      s.link_idle_timeout = UniformValue{0, 1e8};
    }
    if (chance(0.2)) {
      s.user_max_rate = between(1, 8);
      s.available_rate = UniformValue{0.6, 8};
      s.rate_change_interval = UniformValue{1e6, 5e8};
    }
    return s;
  }
  RateSource rate_source() {
    if (chance(0.8)) return {};
    if (chance(0.5)) {
      auto trace = std::make_shared<DeliveryTrace>();
      std::int64_t at = 0;
      for (int i = 0; i < 20; ++i) trace->at_ms.push_back(at += between(0, 50));
      trace->at_ms.push_back(at + 1);
      return std::shared_ptr<const DeliveryTrace>(trace);
    }
    auto schedule = std::make_shared<RateSchedule>();
    Duration at;
    for (int i = 0; i < 10; ++i) {
      schedule->steps.push_back({at, between(10'000, 1'000'000)});
      at += Duration::milliseconds(between(1, 500));
      schedule->steps.push_back({at, chance(0.5) ? 0 : between(10'000, 1'000'000)});
      at += Duration::milliseconds(between(1, 500));
    }
    schedule->period = at;
    schedule->from_first_packet = chance(0.5);
    return std::shared_ptr<const RateSchedule>(schedule);
  }
  LossPattern loss_pattern() {
    switch (between(0, 8)) {
      case 0:
        return GilbertElliott{0.1, 0.5, 1, 0.01};
      case 1:
        return FourStateLoss{0.1, 0.5, 0.1, 0.5, 0.01};
      case 2:
        return PositionPattern{{2, 3, 7}, 20};
      case 3:
        return TimePattern{{{Duration(), Duration::milliseconds(100)}}, Duration::seconds(1)};
      default:
        return {};
    }
  }
  Framing framing() {
    Framing f;
    f.link_reset = chance(0.3);
    f.reassembly = chance(0.8);
    if (chance(0.5)) return f;
    f.fragment_size = between(30, 800);
    f.byte_stream = chance(0.5);
    f.link_overhead = between(0, 20);
    f.protocol_overhead_per_packet = between(0, 50);
    return f;
  }
  std::vector<StageConfig> stages() {
    std::vector<StageConfig> made;
    if (chance(0.1)) made.emplace_back(DropFromHead{limit(false)});
    if (chance(0.1)) made.emplace_back(PacketControl{});
    if (chance(0.1)) made.emplace_back(FastReset{});
    if (chance(0.1)) made.emplace_back(LifetimeDiscard{});
    if (chance(0.1)) made.emplace_back(MtuBlackHole{.size = 400, .answers = chance(0.5)});
    if (chance(0.1))
      made.emplace_back(Firewall{.ports = {5001}, .answer = Firewall::Answer::kIcmp});
    if (chance(0.1)) made.emplace_back(Nat{.udp_timeout = Duration::milliseconds(100)});
    return made;
  }
  Affects affects() { return static_cast<Affects>(between(0, 2)); }
  void blocks(HopConfig& c) {
    c.spikes.clear();
    c.outages.clear();
    if (chance(0.3)) c.spikes.push_back({UniformValue{1e8, 2e9}, UniformValue{0, 5e8}, affects()});
    if (chance(0.3)) {
      Outage o;
      if (chance(0.5)) o.at = up_to_ms(2000);
      o.interval = UniformValue{1e9, 4e9};
      o.length = UniformValue{0, 2e9};
      o.affects = affects();
      o.discard = chance(0.5);
      o.persistency = up_to_ms(chance(0.3) ? 0 : 500);
      o.queue_loss = chance(0.5) ? 0 : 0.5;
      c.outages.push_back(o);
    }
  }
  std::shared_ptr<const RouterConfig> router() {
    if (!any_router_ || chance(0.4)) return tail_drop_router(limit(false));
    DisciplineConfig root = HeadDropConfig{limit(false)};
    if (chance(0.3)) root = CodelConfig{.limit = limit(false)};
    if (chance(0.3)) root = TokenBucketConfig{.rate = 64'000, .burst = kLargestSent};
    return std::make_shared<const RouterConfig>(RouterConfig{root});
  }
  DirectionConfig direction(std::size_t states, bool reordering) {
    DirectionConfig c;
    c.max_packet_size = between(500, 2048);
    if (chance(0.7)) c.router = router();
    c.input.adapter_slots = between(0, 3);
    if (chance(0.7)) c.input.limit.packets = between(1, 5);
    c.send_buffer = limit(true);
    c.receive_buffer = limit(true);
    c.frame_in_service_in_buffer = chance(0.5);
    c.link_layer_acks = chance(0.6);
    c.ack_release = chance(0.5) ? AckRelease::kCumulative : AckRelease::kSelective;
    c.release = reordering    ? ReleaseOrder::kNone
                : chance(0.5) ? ReleaseOrder::kSpaced
                              : ReleaseOrder::kInOrder;
    c.drop_on_shrink = chance(0.3);
    if (chance(0.3)) c.input.limit.bytes = between(100, 5000);
    if (chance(0.2)) c.input.max_delay = up_to_ms(1000);
    if (chance(0.2)) c.input.overflow = OverflowHandling::kDrop;
    if (chance(0.5)) c.input.drop = DropPolicy::kHead;
    c.framing = framing();
    c.rate_source = rate_source();
    if (chance(0.2) && std::holds_alternative<std::monostate>(c.rate_source)) {
      c.background.users = between(1, 5);
      c.background.type = static_cast<BackgroundLoad::Type>(between(0, 3));
      c.background.average_rate =
          between(100, 1'000);  // below the capacity, so that every run ends
      c.background.max_users_per_channel = between(1, 3);
      c.background.output =
          chance(0.5) ? BackgroundLoad::Output::kWrite : BackgroundLoad::Output::kAccount;
      c.background.on = c.background.off = UniformValue{1e7, 1e9};
    }
    c.loss_pattern = loss_pattern();
    if (chance(0.3)) {
      c.persistency_classes = {{{0}, {}, up_to_ms(200), !reordering || chance(0.5)},
                               {{}, {17}, up_to_ms(2000), true}};
      if (chance(0.5)) c.persistency_classes.erase(c.persistency_classes.begin());
    }
    if (chance(0.2)) c.delay_redraw_interval = Duration::microseconds(between(500, 500'000));
    if (chance(0.2)) c.output = {0.1, {{3}, 10}};
    c.stages = stages();
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
  // New parameters; channel and seed stay.
  void renew(HopConfig& c, bool reordering) {
    const std::size_t states = std::max<std::size_t>(c.channel.states.size(), 1);
    c.downlink = direction(states, reordering);
    c.uplink = direction(states, reordering);
    blocks(c);
    c.shared_delay = chance(0.3);
  }

 private:
  const bool any_router_;
  RandomStream random_;
};

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
  Draw draw(static_cast<std::uint64_t>(seed), with_reconfiguration);
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
