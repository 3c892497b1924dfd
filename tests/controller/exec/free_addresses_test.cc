// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/free_addresses.h"

#include <gtest/gtest.h>

namespace seawind {
namespace {

constexpr std::uint32_t address(std::uint32_t a, std::uint32_t b, std::uint32_t c,
                                std::uint32_t d) {
  return a << 24U | b << 16U | c << 8U | d;
}

TEST(FreeAddresses, AreTheFirstWhoseNetworkNobodyUses) {
  EXPECT_EQ(choose_addresses({}).hosts.fixed, "10.0.0.1");
  EXPECT_EQ(choose_addresses({address(127, 0, 0, 1), address(192, 168, 0, 7)}).hosts.mobile,
            "10.0.0.2");
  const FreeAddresses second = choose_addresses({address(10, 0, 0, 2)});
  EXPECT_EQ(second.hosts.fixed, "10.1.0.1");
  EXPECT_EQ(second.uplink_network, "10.1.1.0/24");
  EXPECT_EQ(second.name_server, "10.1.1.3");
  EXPECT_EQ(choose_addresses({address(10, 1, 0, 2), address(10, 0, 0, 2)}).hosts.fixed, "10.2.0.1");
}

TEST(FreeAddresses, TheNetworkIncludesThatOfTheUplink) {
  EXPECT_EQ(choose_addresses({address(10, 0, 1, 255)}).hosts.fixed, "10.1.0.1");
  EXPECT_EQ(choose_addresses({address(10, 0, 2, 0)}).hosts.fixed, "10.0.0.1");
}

TEST(FreeAddresses, AreTheFirstWhenAllAreUsed) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t n = 0; n < 256; ++n) all.push_back(address(10, n, 0, 9));
  EXPECT_EQ(choose_addresses(all).hosts.fixed, "10.0.0.1");
}

}  // namespace
}  // namespace seawind
