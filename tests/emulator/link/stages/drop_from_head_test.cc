// SPDX-License-Identifier: GPL-3.0-or-later
// Drop from head (experiments B1.5.6), packet by packet.
#include <gtest/gtest.h>

#include "tests/emulator/link/stages/stage_rig.h"

namespace seawind {
namespace {

using namespace test;

bool arrive(StageRig& rig, std::size_t size) {
  Packet packet = rig.stage().on_arrival(rig.packet(udp_bytes({.payload = size - 28})));
  if (!packet) return false;
  rig.queue.push_back(std::move(packet));
  return true;
}
std::vector<std::uint64_t> dropped(const StageRig& rig) {
  std::vector<std::uint64_t> ids;
  for (const auto& drop : rig.drops) {
    EXPECT_EQ(drop.reason, DropReason::kHeadDrop);
    ids.push_back(drop.id);
  }
  return ids;
}
using Ids = std::vector<std::uint64_t>;

TEST(DropFromHeadTest, TheOldestMakesRoom) {
  StageRig rig(DropFromHead{{.packets = 3}});
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(arrive(rig, 100));
  EXPECT_EQ(dropped(rig), (Ids{1, 2}));
  EXPECT_EQ(rig.queue.size(), 3u);
}

TEST(DropFromHeadTest, AsManyAsALargePacketNeeds) {
  StageRig rig(DropFromHead{{.bytes = 1000}});
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(arrive(rig, 100));
  EXPECT_TRUE(dropped(rig).empty());
  EXPECT_TRUE(arrive(rig, 250));
  EXPECT_EQ(dropped(rig), (Ids{1, 2, 3}));
}

TEST(DropFromHeadTest, DropsAPacketLargerThanTheLimit) {
  StageRig rig(DropFromHead{{.bytes = 1000}});
  EXPECT_TRUE(arrive(rig, 900));
  EXPECT_FALSE(arrive(rig, 1001));
  EXPECT_TRUE(arrive(rig, 100));
  EXPECT_EQ(dropped(rig), (Ids{2}));
}

TEST(DropFromHeadTest, ASmallerLimitActsAtTheNextArrival) {
  StageRig rig(DropFromHead{{.packets = 4}});
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(arrive(rig, 100));
  rig.stage().change(DropFromHead{{.packets = 2}});
  EXPECT_TRUE(dropped(rig).empty());
  EXPECT_TRUE(arrive(rig, 100));
  EXPECT_EQ(dropped(rig), (Ids{1, 2, 3}));
}

}  // namespace
}  // namespace seawind
