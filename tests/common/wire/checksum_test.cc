// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/wire/checksum.h"

#include <gtest/gtest.h>

#include <vector>

namespace seawind {
namespace {

using Bytes = std::vector<std::uint8_t>;

TEST(Checksum, ExampleOfRfc1071AndRfc1624) {
  EXPECT_EQ(checksum_fold(checksum_add(Bytes{0x00, 0x01, 0xf2, 0x03, 0xf4, 0xf5, 0xf6, 0xf7})),
            0x220d);
  EXPECT_EQ(checksum_fold(checksum_add(Bytes{0x12, 0x34, 0x56})), 0xffff - 0x1234 - 0x5600);
  // RFC 1624 section 4: the case in which RFC 1141's equation fails.
  EXPECT_EQ(checksum_update(0xdd2f, 0x5555, 0x3285), 0x0000);
}

TEST(Checksum, TheSumOfPartsIsTheSumOfTheWhole) {
  const Bytes whole(65'535, 0xff);
  const std::span bytes(whole);
  EXPECT_EQ(checksum_fold(checksum_add(bytes.subspan(40'000), checksum_add(bytes.first(40'000)))),
            checksum_fold(checksum_add(bytes)));
  EXPECT_EQ(checksum_fold(checksum_add(bytes)), 0x00ff);
}

}  // namespace
}  // namespace seawind
