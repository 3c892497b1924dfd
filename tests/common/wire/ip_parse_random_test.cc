// SPDX-License-Identifier: GPL-3.0-or-later
// The parser over 300 000 damaged packets: no read out of bounds (checked by the sanitizers of the
// debug build), and consistent results for accepted packets.
#include <gtest/gtest.h>

#include "common/wire/ip_parse.h"
#include "emulator/core/random.h"
#include "tests/support/ip_bytes.h"

namespace seawind {
namespace {

// Byte values with a meaning in headers, so that deep branches are reached.
std::uint8_t telling_byte(RandomStream& random) {
  constexpr std::uint8_t kTelling[] = {0, 1, 2, 6, 17, 43, 44, 51, 60, 0x45, 0x4f, 0x60, 132, 255};
  const std::uint64_t draw = random.next();
  if (draw % 2 == 0) return static_cast<std::uint8_t>(draw >> 8);
  return kTelling[(draw >> 8) % std::size(kTelling)];
}

TEST(ParseIp, RandomBytesNeverLeadOutside) {
  RandomStream random(11, "parse");
  int accepted[7] = {};
  for (int i = 0; i < 300'000; ++i) {
    // Exact allocation per packet: a read one byte beyond is an error under ASan.
    std::vector<std::uint8_t> bytes(random.next() % 120);
    for (std::uint8_t& byte : bytes) byte = telling_byte(random);
    if (bytes.size() >= 40 && random.next() % 4 != 0) {
      const bool six = random.next() % 2 == 0;
      bytes[0] = six ? 0x60 : static_cast<std::uint8_t>(0x45 + random.next() % 3);
      bytes[six ? 4 : 2] = 0;
      bytes[six ? 5 : 3] =
          static_cast<std::uint8_t>(random.next() % 3 + bytes.size() - (six ? 41 : 1));
    }
    const auto ip = parse_ip(bytes);
    if (!ip) continue;
    ASSERT_TRUE(ip->view.version == 4 || ip->view.version == 6);
    ASSERT_EQ(ip->view.version, bytes[0] >> 4);
    ASSERT_LE(ip->total_bytes, bytes.size());
    ASSERT_LE(ip->view.header_bytes, ip->total_bytes);
    ASSERT_GE(ip->view.header_bytes, ip->view.version == 4 ? 20 : 40);
    ++accepted[ip->view.version];
  }
  EXPECT_GT(accepted[4], 10'000);  // enough packets reach the branches under test
  EXPECT_GT(accepted[6], 10'000);
}

}  // namespace
}  // namespace seawind
