// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "common/error.h"
#include "emulator/ports/interface.h"
#include "emulator/ports/kernel_buffer.h"
#include "emulator/ports/registry.h"

namespace seawind {
namespace {

TEST(PortRegistry, ListsTheKinds) {
  EXPECT_THAT(port_kinds(), testing::ElementsAre("ring", "super"));
}

TEST(PortRegistry, OnlyFastLinksWithoutSuperPacketsGetARing) {
  EXPECT_EQ(default_port_kind(64'000, false), "super");
  EXPECT_EQ(default_port_kind(10'000'000, false), "super");
  EXPECT_EQ(default_port_kind(10'000'001, false), "ring");
  EXPECT_EQ(default_port_kind(10'000'000'000, true), "super");
}

TEST(PortRegistry, NamesTheKnownKinds) {
  EXPECT_THAT(
      [] {
        open_port("xdp", {"lo", 1});
      },
      testing::ThrowsMessage<Error>("unknown port kind `xdp`; known: ring, super"));
}

TEST(PortRegistry, EveryKindNamesTheMissingInterface) {
  ASSERT_EQ(port_kinds().size(), 2u);
  for (const std::string& kind : port_kinds()) {
    EXPECT_THAT(
        [&] {
          open_port(kind, {"nowhere0", 1});
        },
        testing::ThrowsMessage<NoSuchInterface>(
            "cannot use interface nowhere0: no interface has this name"));
  }
}

TEST(Interface, RefusesWhatIsNotEthernetAndNamesTooLongToExist) {
  EXPECT_THAT([] { find_interface("lo"); },
              testing::ThrowsMessage<Error>("cannot use interface lo: it is not Ethernet"));
  EXPECT_THROW(find_interface("a-name-that-no-interface-can-have"), NoSuchInterface);
  EXPECT_THROW(find_interface(""), NoSuchInterface);
}

TEST(ReceiveRing, FollowsTheRateWithinItsBounds) {
  EXPECT_EQ(receive_ring_blocks(0, 1500), 2);
  EXPECT_EQ(receive_ring_blocks(64'000, 1500), 2);
  EXPECT_EQ(receive_ring_blocks(25 * 2 * kReceiveRingBlock, 1500), 2);
  EXPECT_EQ(receive_ring_blocks(25 * 2 * kReceiveRingBlock + 25, 1500), 3);
  EXPECT_EQ(receive_ring_blocks(100'000'000, 1500), 31);
  EXPECT_EQ(receive_ring_blocks(100'000'000'000, 1500), 128);
}

TEST(ReceiveRing, HoldsABurstOfFramesOfAnySize) {
  EXPECT_EQ(receive_ring_blocks(0, 68), 1);
  EXPECT_EQ(receive_ring_blocks(0, 9000), 10);
  for (int largest = 68; largest <= 65'535; ++largest) {
    const std::int64_t in_a_block = kReceiveRingBlock / receive_slot_bytes(largest);
    ASSERT_GE(in_a_block * receive_ring_blocks(0, largest), 128) << largest;
  }
}

}  // namespace
}  // namespace seawind
