// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks and options byte by byte, and what libpcap reads from the file.
#include "common/pcapng_writer.h"

#include <gtest/gtest.h>
#include <pcap/pcap.h>

#include <array>
#include <cstring>
#include <map>

#include "common/error.h"
#include "tests/support/pcapng_blocks.h"
#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

using namespace test::pcapng;

Bytes text(const char* t) {
  return Bytes(t, t + std::strlen(t));
}

class PcapngWriterTest : public testing::Test {
 protected:
  std::string path() const { return (tree_.root() / "x.pcapng").string(); }
  test::TempTree tree_;
};

TEST_F(PcapngWriterTest, EveryBlockAndOption) {
  const Bytes packet{0x45, 1, 2, 3, 4};
  const std::array<std::string, 2> comments{"dropped: error_loss", "é"};
  {
    PcapngWriter out(path(), {.application = "seawind", .comment = "note"});
    EXPECT_EQ(
        out.add_interface(
            {.name = "fixed", .description = "the fixed side", .snap_length = 96, .speed = 64000}),
        0u);
    EXPECT_EQ(out.add_interface({.name = "m"}), 1u);
    out.write({.interface = 1,
               .time_ns = 0x1122334455667788,
               .bytes = packet,
               .original_length = 1500,
               .comments = comments,
               .way = PcapngWriter::Way::kOutbound,
               .packet_id = 0x0102030405060708,
               .queue = 9,
               .verdict = PcapngWriter::kVerdictDropped});
    out.write({.interface = 0, .time_ns = 5, .bytes = packet, .original_length = 5});
    out.write(PcapngWriter::Statistics{.interface = 0,
                                       .time_ns = 7,
                                       .start_ns = 1,
                                       .end_ns = 2,
                                       .received = 3,
                                       .dropped = 4,
                                       .delivered = 7});
    out.close();
  }
  const std::vector<Block> blocks = blocks_of(path());
  ASSERT_EQ(blocks.size(), 6u);
  EXPECT_EQ(blocks[0].type, 0x0a0d0d0au);
  EXPECT_EQ(get(blocks[0].body, 0), 0x1a2b3c4du);
  EXPECT_EQ(get(blocks[0].body, 4), 1u);  // version 1.0
  EXPECT_EQ(blocks[0].options, (std::vector<Option>{{1, text("note")}, {4, text("seawind")}}));
  EXPECT_EQ(blocks[1].type, 1u);
  EXPECT_EQ(get(blocks[1].body, 0), 101u);
  EXPECT_EQ(get(blocks[1].body, 4), 96u);
  EXPECT_EQ(blocks[1].options, (std::vector<Option>{{2, text("fixed")},
                                                    {3, text("the fixed side")},
                                                    {8, {0, 0xfa, 0, 0, 0, 0, 0, 0}},
                                                    {9, {9}}}));
  EXPECT_EQ(get(blocks[2].body, 0), 101u);
  const Block& epb = blocks[3];
  EXPECT_EQ(epb.type, 6u);
  EXPECT_EQ(get(epb.body, 0), 1u);
  EXPECT_EQ(get(epb.body, 4), 0x11223344u);
  EXPECT_EQ(get(epb.body, 8), 0x55667788u);
  EXPECT_EQ(get(epb.body, 12), 5u);
  EXPECT_EQ(get(epb.body, 16), 1500u);
  EXPECT_EQ(Bytes(epb.body.begin() + 20, epb.body.begin() + 25), packet);
  EXPECT_EQ(epb.options, (std::vector<Option>{{1, text("dropped: error_loss")},
                                              {1, text("é")},
                                              {2, {2, 0, 0, 0}},
                                              {5, {8, 7, 6, 5, 4, 3, 2, 1}},
                                              {6, {9, 0, 0, 0}},
                                              {7, {1, 2, 0, 0, 0, 0, 0, 0, 0}}}));
  EXPECT_TRUE(blocks[4].options.empty());
  EXPECT_EQ(blocks[4].body.size(), 28u);
  EXPECT_EQ(blocks[5].type, 5u);
  std::map<std::uint32_t, std::uint32_t> counters;
  for (const Option& o : blocks[5].options) counters[o.code] = get(o.value, o.code < 4 ? 4 : 0);
  EXPECT_EQ(counters,
            (std::map<std::uint32_t, std::uint32_t>{{2, 1}, {3, 2}, {4, 3}, {5, 4}, {8, 7}}));
}

TEST_F(PcapngWriterTest, LibpcapReadsStampsLengthsAndBytes) {
  {
    PcapngWriter out(path(), {});
    out.add_interface({.name = "a"});
    for (std::uint8_t size = 1; size <= 9; ++size) {
      const Bytes bytes(size, size);
      out.write({.time_ns = 1'700'000'000'123'456'789 + size,
                 .bytes = bytes,
                 .original_length = size + 100u,
                 .packet_id = size});
    }
    out.close();
  }
  char reason[PCAP_ERRBUF_SIZE] = "";
  pcap_t* in =
      pcap_open_offline_with_tstamp_precision(path().c_str(), PCAP_TSTAMP_PRECISION_NANO, reason);
  ASSERT_NE(in, nullptr) << reason;
  EXPECT_EQ(pcap_datalink(in), DLT_RAW);
  pcap_pkthdr* header = nullptr;
  const u_char* data = nullptr;
  int read = 0;
  while (pcap_next_ex(in, &header, &data) == 1) {
    ++read;
    EXPECT_EQ(header->ts.tv_sec, 1'700'000'000);
    EXPECT_EQ(header->ts.tv_usec, 123'456'789 + read);
    EXPECT_EQ(header->caplen, static_cast<bpf_u_int32>(read));
    EXPECT_EQ(header->len, static_cast<bpf_u_int32>(read + 100));
    EXPECT_EQ(data[read - 1], read);
  }
  EXPECT_EQ(read, 9);
  pcap_close(in);
}

TEST_F(PcapngWriterTest, ACommentTooLongIsCutBetweenCharacters) {
  std::string comment(65534, 'x');
  comment += "é and more";
  {
    PcapngWriter out(path(), {});
    out.add_interface({});
    out.write({.comments = std::span(&comment, 1)});
    out.close();
  }
  EXPECT_EQ(blocks_of(path())[2].options.at(0).value.size(), 65534u);
}

TEST_F(PcapngWriterTest, ErrorsSayWhat) {
  const std::string missing = (tree_.root() / "no" / "x.pcapng").string();
  try {
    PcapngWriter out(missing, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()),
              "cannot create the capture " + missing + ": No such file or directory");
  }
  PcapngWriter full("/dev/full", {});
  EXPECT_THROW(full.close(), Error);
}

}  // namespace
}  // namespace seawind
