// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/name_server.h"

#include <gtest/gtest.h>

#include <string>

namespace seawind {
namespace {

TEST(NameServer, IsTheFirstWithAnIpv4Address) {
  EXPECT_EQ(first_name_server("# nameserver 192.0.2.9\n"
                              "search example.org\n"
                              "nameserver 2001:db8::1\n"
                              "nameserver\t192.0.2.1\n"
                              "nameserver 192.0.2.2\n"),
            "192.0.2.1");
  EXPECT_EQ(first_name_server("nameserver 127.0.0.53"), "127.0.0.53");
}

TEST(NameServer, IsReadAsTheCLibraryReadsIt) {
  EXPECT_EQ(first_name_server("  nameserver 10.9.9.9\nnameserver 192.0.2.1\n"), "192.0.2.1");
  EXPECT_EQ(first_name_server("nameserver 0.0.0.0\n"), "127.0.0.1");
}

TEST(NameServer, IsOfThisMachineWhenNoneIsNamed) {
  EXPECT_EQ(first_name_server(""), "127.0.0.1");
  EXPECT_EQ(first_name_server("nameserver\noptions edns0\n"), "127.0.0.1");
}

TEST(NameServer, IsNoneWhenAllHaveIpv6Addresses) {
  EXPECT_EQ(first_name_server("nameserver 2001:db8::1\nnameserver fe80::1%eth0\n"), "");
}

TEST(NameServer, InPlaceOfTheStubOfSystemdResolvedIsTheOneItUses) {
  const std::string used = "nameserver 192.0.2.1\n";
  EXPECT_EQ(reachable_name_server("nameserver 127.0.0.53\n", used), "192.0.2.1");
  EXPECT_EQ(reachable_name_server("nameserver 127.0.0.54\n", used), "192.0.2.1");
  EXPECT_EQ(reachable_name_server("nameserver 127.0.0.1\n", used), "127.0.0.1");
  EXPECT_EQ(reachable_name_server("nameserver 127.0.0.53\n", ""), "127.0.0.53");
  EXPECT_EQ(reachable_name_server("nameserver 127.0.0.53\n", "nameserver ::1\n"), "");
}

TEST(NameServer, TheOtherLinesOfTheResolverStay) {
  EXPECT_EQ(with_name_server("# of DHCP\nnameserver 192.0.2.1\nsearch corp.example\n\n"
                             "nameserver ::1\noptions ndots:2 rotate",
                             "10.0.1.1"),
            "nameserver 10.0.1.1\nsearch corp.example\noptions ndots:2 rotate\n");
}

}  // namespace
}  // namespace seawind
