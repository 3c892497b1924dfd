// SPDX-License-Identifier: GPL-3.0-or-later
// Extreme numbers in a capture: lengths, stamps, interfaces.
#include <gmock/gmock.h>

#include "common/pcapng_writer.h"
#include "emulator/offline/capture_reader.h"
#include "emulator/offline/input_error.h"
#include "tests/support/temp_tree.h"

namespace seawind::test {
namespace {

using testing::HasSubstr;

/// Little-endian bytes.
class Blocks {
 public:
  Blocks& u16(std::uint32_t v) { return put(v, 2); }
  Blocks& u32(std::uint64_t v) { return put(v, 4); }
  Blocks& u64(std::uint64_t v) { return put(v, 8); }
  Blocks& bytes(const std::vector<std::uint8_t>& more) {
    text.append(more.begin(), more.end());
    text.resize((text.size() + 3) / 4 * 4);
    return *this;
  }
  Blocks& block(std::uint32_t type, const Blocks& body) {
    u32(type).u32(body.text.size() + 12);
    text += body.text;
    return u32(body.text.size() + 12);
  }
  std::string text;

 private:
  Blocks& put(std::uint64_t v, int size) {
    for (; size > 0; --size, v >>= 8) text += static_cast<char>(v & 0xff);
    return *this;
  }
};

Blocks pcapng() {
  return Blocks().block(0x0a0d0d0a, Blocks().u32(0x1a2b3c4d).u16(1).u16(0).u64(~0ULL));
}
Blocks interface(std::uint32_t link_type) {
  return Blocks().u16(link_type).u16(0).u32(0);
}
Blocks packet(std::uint64_t stamp, const std::vector<std::uint8_t>& data, std::uint64_t length,
              std::uint32_t number = 0) {
  return Blocks().u32(number).u32(stamp >> 32).u32(stamp).u32(data.size()).u32(length).bytes(data);
}

class CaptureBounds : public testing::Test {
 protected:
  /// Returns time and length of each packet, or the error.
  std::string read(const std::string& text) {
    const std::string file = tree_.write("in", text).string();
    std::string out;
    try {
      CaptureReader in(file);
      while (const auto packet = in.next()) {
        out +=
            std::to_string(packet->time_ns) + ":" + std::to_string(packet->original_length) + " ";
      }
      exit_records_ = in.exit_records();
    } catch (const InputError& e) {
      return out + tree_.without_root(e.what());
    }
    return out;
  }
  TempTree tree_;
  std::uint64_t exit_records_ = 0;
};

std::vector<std::uint8_t> ip(std::uint8_t length_byte = 40) {
  std::vector<std::uint8_t> bytes(40);
  bytes[0] = 0x45;
  bytes[3] = length_byte;
  return bytes;
}

TEST_F(CaptureBounds, ARecordsLengthIsThatOfAnIpPacketAtMost) {
  const auto pcap = [](std::uint64_t length) {
    return Blocks()
        .u32(0xa1b23c4d)
        .u16(2)
        .u16(4)
        .u64(0)
        .u32(65535)
        .u32(101)
        .u32(7)
        .u32(5)
        .u32(40)
        .u32(length)
        .bytes(ip(0))
        .text;
  };
  EXPECT_EQ(read(pcap(65'575)), "7000000005:65575 ");
  EXPECT_EQ(read(pcap(0xffffffff)),
            "cannot read the capture in: packet 1 has 4294967295 bytes by its record; an IP packet "
            "has at most 65575");
  EXPECT_EQ(read(pcap(3)), "7000000005:40 ");  // less than was captured
  const std::string ng = pcapng().block(1, interface(101)).text;
  EXPECT_THAT(read(ng + Blocks().block(6, packet(1, ip(0), 0xffffffff)).text),
              HasSubstr("packet 1 has 4294967295 bytes by its record"));
}

TEST_F(CaptureBounds, BlocksAreBounded) {
  const std::string ng = pcapng().block(1, interface(101)).text;
  EXPECT_THAT(read(ng + Blocks().u32(6).u32(0xfffffffc).text),
              HasSubstr("a block of 4294967292 bytes; at most 16777216"));
  EXPECT_THAT(read(ng + Blocks().u32(6).u32(8).text), HasSubstr("invalid block length 8"));
  EXPECT_THAT(read(ng + Blocks().u32(6).u32(64).text), HasSubstr("in the middle of a block"));
  EXPECT_THAT(read(ng + Blocks().block(6, Blocks().u32(0).u64(1).u32(99).u32(99).u32(0)).text),
              HasSubstr("a packet of 99 bytes in a block of 24"));
  EXPECT_THAT(read(ng + Blocks().block(6, packet(1, ip(), 40, 1)).text),
              HasSubstr("a packet of the undeclared interface 1"));
  EXPECT_THAT(read(ng + Blocks().block(6, packet(1, ip(), 40).u16(2).u16(400)).text),
              HasSubstr("an option that is longer than its block"));
  EXPECT_THAT(read(ng + Blocks().block(3, Blocks().u32(40).bytes(ip())).text),
              HasSubstr("a packet without a stamp"));
}

TEST_F(CaptureBounds, StampsOfEveryResolutionAreNanosecondsOrAnError) {
  const auto with = [](std::uint8_t resolution, std::uint64_t stamp, std::uint64_t offset = 0) {
    return pcapng()
        .block(1, interface(101).u16(9).u16(1).u32(resolution).u16(14).u16(8).u64(offset).u32(0))
        .block(6, packet(stamp, ip(), 40))
        .text;
  };
  EXPECT_EQ(read(with(6, 1'500'000)), "1500000000:40 ");
  EXPECT_EQ(read(with(9, 1'500'000)), "1500000:40 ");
  EXPECT_EQ(read(with(12, 1'500'000)), "1500:40 ");
  EXPECT_EQ(read(with(0x81, 3)), "1500000000:40 ");      // halves of a second
  EXPECT_EQ(read(with(0, 7, ~0ULL)), "6000000000:40 ");  // an offset of -1 s
  EXPECT_EQ(read(with(0x7f, 7)), "0:40 ");
  EXPECT_EQ(read(with(0xff, 7)), "0:40 ");
  for (const auto& [resolution, stamp, offset] : {std::tuple{0, ~0ULL, 0ULL},
                                                  {0, 7'258'118'400ULL, 0ULL},
                                                  {0, 1ULL, ~0ULL - 1},
                                                  {6, ~0ULL, 0ULL},
                                                  {9, 1ULL, 0x7fffffffffffffffULL},
                                                  {9, 1ULL, 0x8000000000000000ULL}}) {
    EXPECT_THAT(read(with(static_cast<std::uint8_t>(resolution), stamp, offset)),
                HasSubstr("outside the years 1970 to 2199"))
        << resolution << " " << stamp;
  }
}

TEST_F(CaptureBounds, InterfacesMayDiffer) {
  std::vector<std::uint8_t> ethernet(14);
  ethernet[12] = 8;
  for (const std::uint8_t byte : ip()) ethernet.push_back(byte);
  EXPECT_EQ(read(pcapng()
                     .block(1, interface(101))
                     .block(1, interface(1).u16(9).u16(1).u32(9))
                     .block(6, packet(1, ip(), 40))
                     .block(99, Blocks().u32(5))
                     .block(6, packet(2000, ethernet, 54, 1))
                     .text),
            "1000:40 2000:40 ");
  EXPECT_THAT(read(pcapng().block(1, interface(147)).block(6, packet(1, ip(), 40)).text),
              HasSubstr("its link type is unknown (147)"));
}

TEST_F(CaptureBounds, OfSeawindsOwnFilesOnlyWhatEntersTheLinkIsRead) {
  for (const char* application : {"seawind", "another"}) {
    const std::string file = (tree_.root() / "own").string();
    PcapngWriter out(file, {.application = application, .comment = ""});
    out.add_interface({.name = "fixed"});
    out.add_interface({.name = "mobile"});
    const auto bytes = ip();
    out.write(PcapngWriter::Packet{.interface = 0,
                                   .time_ns = 5,
                                   .bytes = bytes,
                                   .original_length = 40,
                                   .way = PcapngWriter::Way::kInbound});
    out.write(PcapngWriter::Packet{.interface = 1,
                                   .time_ns = 9,
                                   .bytes = bytes,
                                   .original_length = 40,
                                   .way = PcapngWriter::Way::kOutbound});
    out.close();
    const bool own = std::string(application) == "seawind";
    std::ifstream in(file, std::ios::binary);
    EXPECT_EQ(read({std::istreambuf_iterator<char>(in), {}}), own ? "5:40 " : "5:40 9:40 ");
    EXPECT_EQ(exit_records_, own ? 1u : 0u);
  }
}

}  // namespace
}  // namespace seawind::test
