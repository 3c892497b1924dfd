// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/bridge/address_server.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace seawind {
namespace {

TEST(RangesOf, LeaveOutTheAddressesThatAreUsed) {
  using List = std::vector<std::string>;
  const auto ranges = [](const char* server, const char* gateway) {
    return ranges_of({.address = server, .gateway = gateway, .name_server = {}});
  };
  EXPECT_EQ(ranges("10.0.0.2/24", "10.0.0.1"), List{"10.0.0.3,10.0.0.254"});
  EXPECT_EQ(ranges("10.0.0.9/28", "10.0.0.4"),
            (List{"10.0.0.1,10.0.0.3", "10.0.0.5,10.0.0.8", "10.0.0.10,10.0.0.14"}));
  EXPECT_EQ(ranges("10.0.0.30/28", "10.0.0.28"),
            (List{"10.0.0.17,10.0.0.27", "10.0.0.29,10.0.0.29"}));
}

TEST(LastAddresses, AreNoOthers) {
  using List = std::vector<std::string>;
  const AddressPlan plan{.address = "10.0.0.12/28", .gateway = "10.0.0.14", .name_server = {}};
  EXPECT_EQ(last_addresses(plan, 3), (List{"10.0.0.13", "10.0.0.11", "10.0.0.10"}));
  EXPECT_EQ(last_addresses(plan, 100).size(), 12U);
  EXPECT_EQ(last_addresses(plan, 0), List());
}

TEST(DevicesOf, AreThoseOfTheLeases) {
  const auto found = devices_of(
      "1795841386 02:00:00:00:00:07 10.0.0.49 phone 01:02:00:00:00:00:07\n"
      "1795841387 02:00:00:00:00:08 10.0.0.50 * *\n"
      "duid 00:01\n"
      "17958");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(device_text(found[0]), "device 10.0.0.49 (02:00:00:00:00:07, phone)");
  EXPECT_EQ(device_text(found[1]), "device 10.0.0.50 (02:00:00:00:00:08)");
  EXPECT_EQ(device_text({.mac = "02:00:00:00:00:07", .address = "10.0.0.4", .name = "a\x1b"}),
            "device 10.0.0.4 (02:00:00:00:00:07, a\\x1b)");
}

}  // namespace
}  // namespace seawind
