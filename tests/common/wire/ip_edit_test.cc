// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/wire/ip_edit.h"

#include <gtest/gtest.h>

#include "common/wire/ip_parse.h"
#include "tests/support/tcp_bytes.h"

namespace seawind {
namespace {

TEST(IpEdit, EveryTrafficClassIsReadBackWithARightChecksum) {
  for (const bool ipv6 : {false, true}) {
    auto ip = test::tcp_bytes({.ipv6 = ipv6, .payload = 7, .traffic_class = 0xa5});
    for (int octet = 255; octet >= 0; --octet) {
      write_traffic_class(ip, ipv6 ? 6 : 4, static_cast<std::uint8_t>(octet));
      const auto parsed = parse_ip(ip);
      ASSERT_TRUE(parsed);
      ASSERT_EQ(parsed->view.dscp << 2 | parsed->view.ecn, octet);
      ASSERT_EQ(test::checksum_problem(ip), "") << octet;
    }
  }
}

TEST(IpEdit, AWrongChecksumStaysWrong) {
  auto ip = test::tcp_bytes({});
  ip[10] ^= 1;
  write_ipv4_word(ip, 4, 0xbeef);
  EXPECT_EQ(test::checksum_problem(ip), "IPv4 header checksum");
}

}  // namespace
}  // namespace seawind
