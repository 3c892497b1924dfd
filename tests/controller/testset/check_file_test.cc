// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/check_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "controller/testset/bridge_file.h"
#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

TEST(ConfigKind, IsTheFolder) {
  EXPECT_EQ(config_kind("/a/routers/x.yaml"), "routers");
  EXPECT_EQ(config_kind("/a/testsets/x.yaml"), "testsets");
  EXPECT_EQ(config_kind("/a/b/x.yaml"), "testsets") << "cannot be read";
}

TEST(ConfigKind, InAnotherFolderTheKindHasMostOfTheKeys) {
  const test::TempTree tree;
  const auto kind = [&](const char* text) { return config_kind(tree.write("x.yaml", text)); };
  EXPECT_EQ(kind("extends: lte\nuplink: {rate_base: 1Mbit/s}\n"), "profiles");
  EXPECT_EQ(kind("uplnk: {}\ndownlink: {rate_base: 1Mbit/s}\n"), "profiles");
  EXPECT_EQ(kind("description: a queue\nroot: {tail_drop: {}}\n"), "routers");
  EXPECT_EQ(kind("route: {congctl: cubic}\n"), "tcp");
  EXPECT_EQ(kind("flows: []\n"), "workloads");
  EXPECT_EQ(kind("matrix: {link: lte}\n"), "testsets");
  EXPECT_EQ(kind("description: nothing else\n"), "testsets");
}

std::vector<std::string> problems_of_link(const std::string& text) {
  const test::TempTree tree;
  tree.write("profiles/slow.yaml", "uplnk: {}\n");
  tree.write("profiles/good.yaml",
             "downlink: {link_send_buffer_size: 15kB, rate_base: 1Mbit/s}\n"
             "uplink: {link_send_buffer_size: 15kB, rate_base: 1Mbit/s}\n");
  tree.write("profiles/nat.yaml",
             "downlink: {link_send_buffer_size: 15kB, rate_base: 1Mbit/s, stages: [{nat: {}}]}\n"
             "uplink: {link_send_buffer_size: 15kB, rate_base: 1Mbit/s}\n");
  tree.write("profiles/states.yaml",
             "downlink: {link_send_buffer_size: 15kB, rate_base: 1Mbit/s}\n"
             "uplink: {link_send_buffer_size: 15kB, rate_base: 1Mbit/s}\n"
             "channel: {states: [{name: a, dwell: 1s}, {name: b, dwell: 2s}]}\n");
  Diagnostics problems;
  check_file("links", tree.write("links/x.yaml", text), tree.root(), problems);
  std::vector<std::string> out;
  for (const Diagnostic& one : problems.all())
    out.push_back(fmt::format("{}:{} {}", one.at.line, one.at.column,
                              one.message.substr(0, one.message.find(": looked"))));
  return out;
}

TEST(CheckFile, ALinkNamesThingsThatExistAndHostsThatReachEachOther) {
  using List = std::vector<std::string>;
  EXPECT_EQ(problems_of_link("{link: good, fixed: eth1, mobile: container:phone}"), List());
  EXPECT_EQ(problems_of_link("link: umst\nfixed: netns:a/b\nmobile: eth0/../x\nrouter: codell\n"),
            (List{"1:7 there is no file for `umst`", "4:9 there is no file for `codell`",
                  "2:8 `netns:a/b`: a name without `/` is expected after `netns:`",
                  "3:9 `eth0/../x` is not a name of an interface"}));
  EXPECT_EQ(problems_of_link("{link: good, fixed: compose:a, mobile: nat, sed: 3}"),
            (List{"1:45 unknown key `sed`", "1:21 `compose:a`: compose:PROJECT:SERVICE is expected",
                  "1:40 `nat` is possible as the fixed end only"}));
  const auto of_addresses = [](const std::string& text) {
    return problems_of_link("{link: good, fixed: netns:a, mobile: netns:b, " + text + "}");
  };
  EXPECT_EQ(of_addresses("fixed_address: 10.1.1.1/24, mobile_address: 10.1.1.2/24"), List());
  EXPECT_EQ(of_addresses("fixed_address: 10.1.1.1/24, mobile_address: 10.1.1.1/24"),
            List{"1:91 both ends have the address 10.1.1.1/24"});
  EXPECT_EQ(of_addresses("fixed_address: 10.1.1.1/24, mobile_address: 10.1.2.2/24"),
            List{"1:91 10.1.1.1/24 and 10.1.2.2/24 are in different networks"});
  EXPECT_EQ(of_addresses("fixed_address: 10.1.1.1/24"),
            List{"1:62 the mobile end needs an address of the same network, too"});
  EXPECT_EQ(
      problems_of_link("{link: good, fixed: eth1, mobile: netns:b, mobile_address: 10.1.1.1/24}"),
      List())
      << "the host behind eth1 has one";
  EXPECT_EQ(
      problems_of_link("{link: good, fixed: eth1, mobile: netns:b, fixed_address: 10.1.1.1/24}"),
      List{"1:59 eth1 is an interface, whose addresses are those of the hosts behind it"});
  EXPECT_EQ(problems_of_link("{link: good, fixed: nat, mobile: eth2}"),
            List{"1:34 with `nat` as the fixed end, the mobile end is a namespace, a container, or "
                 "an interface whose devices get addresses: lan:eth2"});
  EXPECT_EQ(problems_of_link("{link: good, mobile: netns:b, fixed_address: 10.1.1.1/24}").size(),
            1U)
      << "the missing end alone";
  EXPECT_EQ(problems_of_link("{link: good, fixed: eth1, mobile: eth1}"),
            List{"1:35 both ends are eth1"});
}

TEST(CheckFile, DevicesGetAddressesOfTheLink) {
  using List = std::vector<std::string>;
  EXPECT_EQ(problems_of_link("{link: good, fixed: nat, mobile: lan:eth1}"), List());
  EXPECT_EQ(problems_of_link("{link: good, fixed: lan:eth1, mobile: 'lan:'}"),
            (List{"1:39 `` is not a name of an interface",
                  "1:21 `lan:eth1` is possible as the mobile end only"}));
  EXPECT_EQ(problems_of_link("{link: good, fixed: eth1, mobile: lan:eth2}"),
            List{"1:21 the devices of lan:eth2 get addresses of a fixed end that is `nat` or a "
                 "namespace; if those of the network behind eth1 are to give them, the mobile end "
                 "is the interface eth2 itself"});
  EXPECT_EQ(
      problems_of_link("{link: good, fixed: nat, mobile: lan:eth2, fixed_address: 10.1.1.1/30,"
                       " mobile_address: 10.1.1.2/30}"),
      List{"1:88 the network of 10.1.1.2/30 has no addresses for devices: a prefix of at most "
           "28 has"});
}

TEST(CheckFile, DevicesWithLinksOfTheirOwn) {
  using List = std::vector<std::string>;
  const auto of = [](const std::string& devices, const std::string& ends = "nat, mobile: lan:e") {
    return problems_of_link(
        fmt::format("{{link: good, fixed: {}}}\n", ends + ",\n devices: [" + devices + "]"));
  };
  const auto device = [](const std::string& keys, std::string_view mac = "02:00:00:00:00:07") {
    return fmt::format("{{{}, mac: \"{}\"}}", keys, mac);
  };
  const std::string good = device("name: a, link: good");
  EXPECT_EQ(of(good), List());
  EXPECT_EQ(of(good, "nat, mobile: ap:w, access_point: {ssid: x}"), List());
  EXPECT_EQ(of(good, "netns:x, mobile: lan:e"),
            List{"2:11 devices with links of their own need `fixed: nat`"});
  EXPECT_EQ(of(good, "nat, mobile: netns:x"),
            List{"2:11 `netns:x` has no devices: write `mobile: lan:INTERFACE` or `ap:INTERFACE`"});
  EXPECT_EQ(of(good + ", " + device("name: a, link: good", "02:00:00:00:00:0a") + ", " +
               device("name: b, link: good", "02:00:00:00:00:0A")),
            (List{"2:68 another device is named a, too",
                  "2:137 another device has the MAC address 02:00:00:00:00:0A, too"}));
  for (const char* wrong : {"02:00:00:00:00", "02-00-00-00-00-07", "02:00:00:00:00:0g",
                            "2:0:0:0:0:7", "02:00:00:00:00:07:", "phone"})
    EXPECT_EQ(
        of(device("name: a, link: good", wrong)),
        List{fmt::format("2:39 `{}` is not a MAC address: write \"02:00:00:00:00:07\"", wrong)});
  EXPECT_EQ(of(device("name: a, link: good", "03:00:00:00:00:07")),
            List{"2:39 03:00:00:00:00:07 is a multicast address, not that of a device"});
  EXPECT_EQ(of(device("name: a, link: good", "ff:ff:ff:ff:ff:ff")).size(), 1U);
  EXPECT_EQ(of(device("name: a, link: good", "00:00:00:00:00:00")).size(), 1U);
  EXPECT_EQ(of(device("name: a, link: none, router: codell")),
            (List{"2:42 there is no file for `codell`", "2:28 there is no file for `none`"}));
  EXPECT_EQ(of(device("name: a, link: nat")),
            List{"2:28 `nat` has a NAT, which the link of a single device cannot have: the NAT of "
                 "`link` is that of the others"});
  EXPECT_EQ(of(device("name: a, link: slow")).at(0), "1:1 unknown key `uplnk`");
  EXPECT_EQ(of(device("name: " + std::string(63, 'a') + ", link: good")).size(), 1U)
      << "x-aaa... has 64 characters at most";
  std::string many = good;
  for (int i = 0; i < 12; ++i)
    many += ", " +
            device(fmt::format("name: d{}, link: good", i), fmt::format("02:00:00:00:01:{:02}", i));
  const std::string ends =
      "nat, mobile: lan:e, fixed_address: 10.1.1.1/28, mobile_address: 10.1.1.2/28";
  EXPECT_EQ(of(many, ends), List{"2:11 13 devices; at most 12 of this network can have "
                                 "links of their own"});
  EXPECT_EQ(of(many), List());
}

TEST(CheckFile, APageOffersWhatTheLinkCanChangeTo) {
  using List = std::vector<std::string>;
  const auto of = [](const std::string& profiles, const std::string& ends = "nat, mobile: lan:e",
                     const std::string& link = "good") {
    return problems_of_link(
        fmt::format("{{link: {}, fixed: {},\n page: {{profiles: [{}]}}}}\n", link, ends, profiles));
  };
  EXPECT_EQ(of("good"), List());
  EXPECT_EQ(of("good", "netns:x, mobile: ap:w, access_point: {ssid: x}"), List());
  EXPECT_EQ(of("good", "nat, mobile: netns:x"),
            List{"2:2 `netns:x` has no devices: write `mobile: lan:INTERFACE` or `ap:INTERFACE`"});
  EXPECT_EQ(of("").size(), 1U);
  EXPECT_EQ(of("good, none, good"),
            (List{"2:26 there is no file for `none`", "2:32 `good` is in the list twice"}));
  const List nat{
      "2:20 `nat` has a NAT: a device may choose it only if `link` has one, too, and no device has "
      "a "
      "link of its own"};
  EXPECT_EQ(of("nat"), nat);
  EXPECT_EQ(of("nat", "nat, mobile: lan:e", "nat"), List());
  EXPECT_EQ(
      of("nat", "nat, mobile: lan:e, devices: [{name: a, mac: \"02:00:00:00:00:07\", link: good}]",
         "nat"),
      nat);
  EXPECT_EQ(of("good, states", "nat, mobile: lan:e", "states"), List());
  EXPECT_EQ(of("states"),
            List{"2:20 the channel of `states` differs from that of `good`, and a running link "
                 "keeps its channel: a device may choose a profile with the same channel, or "
                 "without channel states"});
  EXPECT_EQ(of("states",
               "nat, mobile: lan:e, devices: [{name: a, mac: \"02:00:00:00:00:07\", link: good}]",
               "states")
                .size(),
            1U);
  std::string many = "good";
  for (int i = 0; i < kMostOffered; ++i) many += ", good";
  EXPECT_EQ(of(many).front(), "2:19 33 profiles; at most 32 can be chosen from");
}

TEST(CheckFile, AnAccessPointHasWhatWifiPermits) {
  using List = std::vector<std::string>;
  const auto of = [](const std::string& keys, const char* mobile = "ap:wlan0") {
    return problems_of_link(
        fmt::format("link: good\nfixed: nat\nmobile: {}\naccess_point: {{{}}}\n", mobile, keys));
  };
  EXPECT_EQ(of("ssid: lab, passphrase: correct horse, band: 5GHz, channel: 149, country: DE"),
            List());
  EXPECT_EQ(of("ssid: lab, passphrase: 1234567"),
            List{"4:39 the passphrase has 7 characters; WPA needs 8 to 63"});
  EXPECT_EQ(of("ssid: lab, passphrase: " + std::string(63, 'x')), List());
  EXPECT_EQ(of("ssid: lab, passphrase: " + std::string(64, 'x')),
            List{"4:39 the passphrase has 64 characters; WPA needs 8 to 63"});
  EXPECT_EQ(of("ssid: lab, passphrase: passw\u00f6rter"),
            List{"4:39 the passphrase has a character that is none of ASCII's printable ones"});
  EXPECT_EQ(of("ssid: " + std::string(32, 'x')), List());
  EXPECT_EQ(of("ssid: " + std::string(33, 'x')),
            List{"4:22 the SSID has 33 bytes; 1 to 32 are possible"});
  EXPECT_EQ(of("ssid: lab, country: de").at(0),
            "4:36 `de` is not a country of ISO 3166-1: write DE");
  EXPECT_EQ(of("ssid: lab, channel: 36").at(0),
            "4:36 36 is none of 1 to 13, the channels of 2.4GHz; is `band: 5GHz` missing?");
  EXPECT_EQ(
      of("ssid: lab, band: 5GHz, channel: 52, country: DE").at(0),
      "4:48 52 is none of 36, 40, 44, 48, 149, 153, 157, 161, 165, the channels of 5GHz without "
      "a search for radars");
  EXPECT_EQ(of("ssid: lab, band: 5GHz").size(), 1U) << "a country is missing";
  EXPECT_EQ(of("ssid: lab", "lan:eth1"),
            List{"4:1 the mobile end is not an access point: write `mobile: ap:INTERFACE`"});
  EXPECT_EQ(problems_of_link("{link: good, fixed: nat, mobile: ap:wlan0}"),
            List{"1:34 an access point needs `access_point: {ssid: NAME}`, and a passphrase"});
}

TEST(CheckFile, TheProfileOfALinkIsChecked) {
  EXPECT_EQ(problems_of_link("{link: slow, fixed: eth1, mobile: eth2}").at(0),
            "1:1 unknown key `uplnk`");
}

}  // namespace
}  // namespace seawind
