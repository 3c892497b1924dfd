// SPDX-License-Identifier: GPL-3.0-or-later
// The lifetime option and Lifetime Packet Discard (experiments B1.5.3).
#include <gtest/gtest.h>

#include "emulator/core/random.h"
#include "emulator/core/tcp_view.h"
#include "emulator/link/stages/lifetime_option.h"
#include "tests/emulator/link/stages/stage_rig.h"

namespace seawind {
namespace {

using namespace test;
using Bytes = std::vector<std::uint8_t>;

Bytes option(std::uint8_t flags, std::uint32_t lifetime) {
  return {158,
          8,
          flags,
          3,
          static_cast<std::uint8_t>(lifetime >> 24),
          static_cast<std::uint8_t>(lifetime >> 16),
          static_cast<std::uint8_t>(lifetime >> 8),
          static_cast<std::uint8_t>(lifetime)};
}
constexpr std::uint8_t kForwardStale = 0x00, kDiscardStale = 0x10, kTruncateStale = 0x20;

class LifetimeOptionTest : public testing::Test {
 protected:
  std::optional<LifetimeOption> read(const Bytes& options) {
    return lifetime_option(
        Packet::copy_of(pool_, 1, Time(), tcp_bytes({.payload = 9, .ip_options = options}), 0));
  }
  PacketPool pool_;
};

TEST_F(LifetimeOptionTest, EveryTreatment) {
  const auto all = read(option(0xa8, 1234));
  ASSERT_TRUE(all);
  EXPECT_EQ(all->stale, StaleTreatment::kTruncate);
  EXPECT_EQ(all->lifetime, 1234u);
  EXPECT_EQ(read(option(0x50, 0))->stale, StaleTreatment::kDiscard);
  EXPECT_EQ(read(option(0x30, 1))->stale, StaleTreatment::kForward) << "not assigned";
}

TEST_F(LifetimeOptionTest, RelativeBelow65535AbsoluteFromThere) {
  EXPECT_FALSE(read(option(0, 65534))->absolute());
  EXPECT_TRUE(read(option(0, 65535))->absolute());
  EXPECT_TRUE(read(option(0, 65535 + 86'399'999))->absolute());
  EXPECT_FALSE(read(option(0, 65535 + 86'400'000))) << "no such time of day";
}

TEST_F(LifetimeOptionTest, IsFoundAmongOthers) {
  Bytes options{1, 7, 4, 4, 0, 1, 1, 1};  // no-operation, a record route, no-operation
  const Bytes lifetime = option(kDiscardStale, 9);
  options.insert(options.end(), lifetime.begin(), lifetime.end());
  EXPECT_EQ(read(options)->lifetime, 9u);
}

TEST_F(LifetimeOptionTest, MalformedIsNone) {
  EXPECT_FALSE(read({}));
  EXPECT_FALSE(read({158, 7, 0, 3, 0, 0, 9, 0}));
  EXPECT_FALSE(read({158, 4, 0, 3}));
  EXPECT_FALSE(read({158, 12, 0, 3, 0, 0, 0, 9}));
  EXPECT_FALSE(read({158, 0, 0, 3, 0, 0, 0, 9}));
  EXPECT_FALSE(read({1, 1, 1, 158}));
  EXPECT_FALSE(read({0, 158, 8, 0, 3, 0, 0, 0, 9, 0, 0, 0})) << "after the end of options";
  EXPECT_FALSE(read({7, 1, 158, 8, 0, 3, 0, 0, 0, 9, 0, 0})) << "an option of impossible length";
}

TEST_F(LifetimeOptionTest, Ipv6HasNone) {
  EXPECT_FALSE(lifetime_option(
      Packet::copy_of(pool_, 1, Time(), tcp_bytes({.ipv6 = true, .payload = 9}), 0)));
}

TEST_F(LifetimeOptionTest, RandomOptionsAreReadWithinBounds) {
  RandomStream random(1, "lifetime");
  int found = 0;
  for (int round = 0; round < 20'000; ++round) {
    Bytes options = option(0, 100);
    options.resize(4 * (1 + random.next() % 10));
    for (int change = 0; change < 2; ++change) {
      options[random.next() % options.size()] = static_cast<std::uint8_t>(random.next());
    }
    if (read(options)) ++found;
  }
  EXPECT_GT(found, 1000);
}

TEST(Remaining, RelativeCountsFromTheArrival) {
  LifetimeOption o;
  o.lifetime = 100;
  EXPECT_EQ(remaining(o, Duration::milliseconds(30), {}), Duration::milliseconds(70));
  EXPECT_EQ(remaining(o, Duration::milliseconds(130), {}), -Duration::milliseconds(30));
}

TEST(Remaining, AbsoluteIsTheNearestTimeOfDay) {
  LifetimeOption o;
  o.lifetime = kAbsoluteLifetime + 1000;  // a second past midnight
  const auto left = [&o](Duration of_day) { return remaining(o, {}, of_day); };
  EXPECT_EQ(left({}), Duration::seconds(1));
  EXPECT_EQ(left(Duration::seconds(3)), -Duration::seconds(2));
  EXPECT_EQ(left(Duration::seconds(86'399)), Duration::seconds(2)) << "before midnight";
  EXPECT_EQ(left(Duration::seconds(3 * 86'400)), Duration::seconds(1)) << "days later";
  EXPECT_EQ(left(Duration::seconds(43'201)), Duration::seconds(43'200)) << "just half a day";
}

// ---------------------------------------------------------------------------------------- stage

struct Outcome {
  bool passes;
  std::uint32_t size;
};
Outcome pull(StageRig& rig, const Bytes& bytes, Duration waited) {
  Packet packet = rig.packet(bytes);
  rig.run_until(packet.arrival() + waited);
  packet = rig.stage().before_input_queue(std::move(packet));
  return {static_cast<bool>(packet), packet ? packet.size() : 0};
}
constexpr Duration ms(std::int64_t n) {
  return Duration::milliseconds(n);
}
Bytes with_lifetime(std::uint8_t flags, std::uint32_t lifetime) {
  return tcp_bytes({.payload = 500, .ip_options = option(flags, lifetime)});
}

TEST(LifetimeDiscardTest, TheEdge) {
  StageRig rig(LifetimeDiscard{});
  rig.needed = ms(300);
  const Bytes packet = with_lifetime(kDiscardStale, 1000);
  EXPECT_TRUE(pull(rig, packet, ms(700)).passes);
  EXPECT_FALSE(pull(rig, packet, ms(700) + Duration::nanoseconds(1)).passes);
  EXPECT_EQ(rig.drops, (std::vector<StageRig::Drop>{{kDown, 2, DropReason::kLifetime}}));
}

TEST(LifetimeDiscardTest, FollowsTheOption) {
  for (const bool headercasting : {false, true}) {
    StageRig rig(LifetimeDiscard{headercasting});
    EXPECT_TRUE(pull(rig, with_lifetime(kForwardStale, 1), ms(10)).passes);
    EXPECT_TRUE(pull(rig, with_lifetime(0x30, 1), ms(10)).passes);
    EXPECT_FALSE(pull(rig, with_lifetime(kDiscardStale, 1), ms(10)).passes);
    EXPECT_EQ(pull(rig, with_lifetime(kTruncateStale, 1), ms(10)).passes, headercasting);
    EXPECT_TRUE(pull(rig, tcp_bytes({.payload = 500}), ms(10)).passes) << "no lifetime";
  }
}

TEST(LifetimeDiscardTest, HeadercastingLeavesWholeHeaders) {
  StageRig rig(LifetimeDiscard{true});
  Packet packet = rig.packet(with_lifetime(kTruncateStale, 0));
  rig.needed = ms(1);
  packet = rig.stage().before_input_queue(std::move(packet));
  ASSERT_TRUE(packet);
  EXPECT_EQ(packet.size(), 48u);  // 28 with the option, 20 of TCP
  EXPECT_EQ(checksum_problem({packet.ip_bytes().begin(), packet.ip_bytes().end()}), "");
  EXPECT_EQ(tcp_view(packet)->payload_bytes, 0u);
  EXPECT_TRUE(lifetime_option(packet));
  EXPECT_EQ(rig.modified_from, std::vector<std::uint32_t>{548});
  // UDP as well. A packet that consists of headers only is forwarded unchanged.
  EXPECT_EQ(
      pull(rig, udp_bytes({.payload = 99, .ip_options = option(kTruncateStale, 0)}), ms(1)).size,
      36u);
  EXPECT_EQ(pull(rig, tcp_bytes({.ip_options = option(kTruncateStale, 0)}), ms(1)).size, 48u);
  EXPECT_EQ(rig.modified_from.size(), 2u);
}

TEST(LifetimeDiscardTest, DiscardsPacketsThatCannotBeCut) {
  StageRig rig(LifetimeDiscard{true});
  Bytes fragment = with_lifetime(kTruncateStale, 0);
  fragment[6] = 0x20;
  EXPECT_FALSE(pull(rig, fragment, ms(1)).passes);
}

TEST(LifetimeDiscardTest, AnAbsoluteLifetimeUsesTheTimeOfDay) {
  StageRig rig(LifetimeDiscard{});
  rig.day = Duration::seconds(40'000);
  const Bytes packet = with_lifetime(kDiscardStale, kAbsoluteLifetime + 40'000'010);
  EXPECT_TRUE(pull(rig, packet, ms(10)).passes);  // at 40000.010 s, exactly the limit
  EXPECT_FALSE(pull(rig, packet, Duration::nanoseconds(1)).passes);
}

TEST(LifetimeDiscardTest, ALiveChangeSwitchesHeadercasting) {
  StageRig rig(LifetimeDiscard{false});
  EXPECT_FALSE(pull(rig, with_lifetime(kTruncateStale, 0), ms(1)).passes);
  rig.stage().change(LifetimeDiscard{true});
  EXPECT_TRUE(pull(rig, with_lifetime(kTruncateStale, 0), ms(1)).passes);
}

}  // namespace
}  // namespace seawind
