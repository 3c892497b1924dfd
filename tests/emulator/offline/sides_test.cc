// SPDX-License-Identifier: GPL-3.0-or-later
// The direction of packets of a capture, and the parsing of its frames.
#include "emulator/offline/sides.h"

#include <gtest/gtest.h>

#include "emulator/offline/capture_reader.h"
#include "emulator/offline/input_error.h"
#include "tests/emulator/offline/capture_file.h"
#include "tests/support/tcp_bytes.h"
#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

using namespace test;
using Bytes = std::vector<std::uint8_t>;

const Bytes kDownBytes = udp_bytes({.payload = 100});
const Bytes kUpBytes = udp_bytes({.downlink = false, .payload = 100});
const Bytes kDown6 = udp_bytes({.ipv6 = true, .payload = 100});

Sides sides(bool fixed, const std::string& text) {
  return {fixed, {address_range(text)}};
}

TEST(SidesTest, TheFixedSideOrTheMobileSideDecides) {
  for (const auto& [of, expected] : {std::pair(sides(true, "10.0.0.1"), Direction::kDownlink),
                                     std::pair(sides(true, "10.0.0.0/31"), Direction::kDownlink),
                                     std::pair(sides(false, "10.0.0.2"), Direction::kDownlink),
                                     std::pair(sides(true, "10.0.0.2/31"), Direction::kUplink)}) {
    EXPECT_EQ(of.direction_of(kDownBytes), expected);
    EXPECT_EQ(of.direction_of(kUpBytes), opposite(expected));
  }
  EXPECT_EQ(sides(true, "fd00::1").direction_of(kDown6), Direction::kDownlink);
  EXPECT_EQ(sides(false, "fd00::2/128").direction_of(kDown6), Direction::kDownlink);
}

TEST(SidesTest, NeitherAndBothAreNone) {
  EXPECT_FALSE(sides(true, "10.0.0.9").direction_of(kDownBytes));
  EXPECT_FALSE(sides(true, "0.0.0.0/0").direction_of(kDownBytes));
  EXPECT_FALSE(sides(true, "10.0.0.1").direction_of(kDown6));
  EXPECT_FALSE(
      sides(true, "10.0.0.1").direction_of(Bytes(kDownBytes.begin(), kDownBytes.begin() + 19)));
}

TEST(SidesTest, ReportsAnInvalidAddress) {
  for (const char* text : {"", "10.0.0", "10.0.0.1/33", "10.0.0.1/", "10.0.0.1/-1", "fd00::/129",
                           "10.0.0.1/8x", "host"}) {
    EXPECT_THROW(address_range(text), InputError) << text;
  }
  EXPECT_EQ(address_range("10.0.0.0/8").text(), "10.0.0.0/8");
  EXPECT_EQ(address_range("fd00::1").text(), "fd00::1");
}

class CaptureTest : public testing::Test {
 protected:
  std::string path(const std::string& name = "in.pcap") const {
    return (tree_.root() / name).string();
  }
  std::vector<CapturedIp> read_all() {
    CaptureReader in(path());
    std::vector<CapturedIp> all;
    kept_.clear();
    while (const auto packet = in.next()) {
      kept_.emplace_back(packet->bytes.begin(), packet->bytes.end());
      all.push_back(*packet);
    }
    not_ip_ = in.not_ip();
    return all;
  }
  TempTree tree_;
  std::vector<Bytes> kept_;
  std::uint64_t not_ip_ = 0;
};

TEST_F(CaptureTest, TheMobileHostIsTheLargestReceiver) {
  {
    CaptureFile out(path(), DLT_RAW);
    out.add(1, kUpBytes);
    out.add(2, udp_bytes({.downlink = false, .payload = 200}));
    out.add(3, udp_bytes({.payload = 400}));
  }
  const Sides guessed = guess_sides(path());
  EXPECT_FALSE(guessed.ranges_are_fixed_side);
  EXPECT_EQ(guessed.ranges.at(0).text(), "10.0.0.2");
}

TEST_F(CaptureTest, OfSeveralThatReceiveTheSameTheFirstSeen) {
  {
    CaptureFile out(path(), DLT_RAW);
    out.add(1, kUpBytes);
    out.add(2, kDownBytes);
  }
  EXPECT_EQ(guess_sides(path()).ranges.at(0).text(), "10.0.0.1");
}

TEST_F(CaptureTest, NothingToGuessFromIsAnError) {
  { CaptureFile out(path(), DLT_EN10MB); }
  EXPECT_THROW(guess_sides(path()), InputError);
}

struct Link {
  const char* name;
  int type;
  Bytes header;
};
class LinkTypes : public CaptureTest, public testing::WithParamInterface<Link> {};

TEST_P(LinkTypes, IpIsFoundBehindTheHeader) {
  {
    CaptureFile out(path(), GetParam().type);
    Bytes frame = GetParam().header;
    frame.insert(frame.end(), kDownBytes.begin(), kDownBytes.end());
    frame.resize(frame.size() + 6);  // link-layer padding
    out.add(1'500'000'000'123'456'789, frame);
  }
  const auto all = read_all();
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].time_ns, 1'500'000'000'123'456'789);
  EXPECT_EQ(all[0].original_length, kDownBytes.size());
  EXPECT_EQ(kept_[0], kDownBytes);
}

Bytes ethernet(std::initializer_list<std::uint8_t> types) {
  Bytes header(12);
  header.insert(header.end(), types);
  return header;
}
Bytes cooked(std::size_t size, std::size_t at) {
  Bytes header(size);
  header[at] = 8;
  return header;
}

INSTANTIATE_TEST_SUITE_P(
    All, LinkTypes,
    testing::Values(Link{"Raw", DLT_RAW, {}}, Link{"Ethernet", DLT_EN10MB, ethernet({8, 0})},
                    Link{"Vlan", DLT_EN10MB, ethernet({0x81, 0, 0, 5, 8, 0})},
                    Link{"TwoVlans", DLT_EN10MB, ethernet({0x88, 0xa8, 0, 1, 0x81, 0, 0, 5, 8, 0})},
                    Link{"Cooked", DLT_LINUX_SLL, cooked(16, 14)},
                    Link{"Cooked2", DLT_LINUX_SLL2, cooked(20, 0)},
                    Link{"Null", DLT_NULL, {2, 0, 0, 0}}, Link{"Loop", DLT_LOOP, {0, 0, 0, 2}}),
    [](const auto& test) { return test.param.name; });

TEST_F(CaptureTest, SkipsFramesOtherThanIp) {
  {
    CaptureFile out(path(), DLT_EN10MB);
    out.add(1, ethernet({8, 6, 0, 1}));  // ARP
    out.add(2, {1, 2, 3});
    out.add(3, ethernet({8, 0}));
  }
  EXPECT_TRUE(read_all().empty());
  EXPECT_EQ(not_ip_, 3u);
}

TEST_F(CaptureTest, WrongFilesAreNamed) {
  const auto problem = [this] {
    try {
      read_all();
      return std::string("none");
    } catch (const InputError& error) {
      return tree_.without_root(error.what());
    }
  };
  EXPECT_EQ(problem(), "cannot read the capture in.pcap: No such file or directory");
  tree_.write("in.pcap", "this is not a capture, it is a text");
  EXPECT_EQ(problem(), "cannot read the capture in.pcap: unknown file format");
  tree_.write("in.pcap", "");
  EXPECT_TRUE(problem().starts_with("cannot read the capture in.pcap: truncated dump file"))
      << problem();
  { CaptureFile out(path(), DLT_IEEE802_11); }
  EXPECT_EQ(problem(),
            "cannot read the capture in.pcap: its link type is IEEE802_11 (105); known are "
            "Ethernet, raw IP, Linux cooked, null and loop");
  {
    CaptureFile out(path(), DLT_RAW);
    out.add(1, kDownBytes);
    out.add(2, kDownBytes);
  }
  std::filesystem::resize_file(path(), std::filesystem::file_size(path()) - 10);
  EXPECT_TRUE(problem().starts_with("cannot read the capture in.pcap after packet 1: truncated"))
      << problem();
}

}  // namespace
}  // namespace seawind
