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

constexpr std::int64_t kKiB = 1024;

TEST(ReceiveRing, FollowsTheRateWithinItsBounds) {
  EXPECT_EQ(receive_ring_bytes(0, 1500), 256 * kKiB);
  EXPECT_EQ(receive_ring_bytes(64'000, 1500), 256 * kKiB);
  EXPECT_EQ(receive_ring_bytes(25 * 256 * kKiB, 1500), 256 * kKiB);
  EXPECT_EQ(receive_ring_bytes(25 * 256 * kKiB + 25, 1500), 384 * kKiB);
  EXPECT_EQ(receive_ring_bytes(100'000'000, 1500), 31 * 128 * kKiB);
  EXPECT_EQ(receive_ring_bytes(100'000'000'000, 1500), 16 * 1024 * kKiB);
}

TEST(ReceiveRing, HoldsABurstOfFramesOfAnySize) {
  EXPECT_EQ(receive_ring_bytes(0, 68), 128 * kKiB);
  EXPECT_EQ(receive_ring_bytes(0, 1500), 128 * 2 * kKiB) << "two to a page";
  EXPECT_EQ(receive_ring_bytes(0, 9000), 128 * 16 * kKiB);
  EXPECT_EQ(receive_ring_bytes(0, 65'535), 128 * 128 * kKiB) << "super-packets";
}

}  // namespace
}  // namespace seawind
