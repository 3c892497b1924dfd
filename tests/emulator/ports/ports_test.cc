// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "common/error.h"
#include "emulator/ports/interface.h"
#include "emulator/ports/receive_buffer.h"
#include "emulator/ports/registry.h"

namespace seawind {
namespace {

TEST(PortRegistry, ListsTheKindsTheDefaultFirst) {
  EXPECT_THAT(port_kinds(), testing::ElementsAre("pcap", "ring", "super"));
}

TEST(PortRegistry, NamesTheKnownKinds) {
  EXPECT_THAT(
      [] {
        open_port("xdp", {"lo", 1});
      },
      testing::ThrowsMessage<Error>("unknown port kind `xdp`; known: pcap, ring, super"));
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

TEST(ReceiveBuffer, FollowsTheRateWithinItsBounds) {
  constexpr std::int64_t kKiB = 1024;
  EXPECT_EQ(receive_buffer_bytes(0), 256 * kKiB);
  EXPECT_EQ(receive_buffer_bytes(64'000), 256 * kKiB);
  EXPECT_EQ(receive_buffer_bytes(25 * 256 * kKiB), 256 * kKiB);
  EXPECT_EQ(receive_buffer_bytes(25 * 256 * kKiB + 25), 384 * kKiB);
  EXPECT_EQ(receive_buffer_bytes(100'000'000) % (128 * kKiB), 0);
  EXPECT_EQ(receive_buffer_bytes(100'000'000'000), 16 * 1024 * kKiB);
}

}  // namespace
}  // namespace seawind
