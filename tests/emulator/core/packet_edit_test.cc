// SPDX-License-Identifier: GPL-3.0-or-later
// Edited packets are valid for a receiver: lengths and checksums are checked by independent code.
#include "emulator/core/packet_edit.h"

#include "common/wire/checksum.h"
#include "emulator/core/packet_answers.h"
#include "tests/emulator/core/packet_fixture.h"
#include "tests/support/ip_bytes.h"
#include "tests/support/tcp_bytes.h"

namespace seawind {
namespace {

using namespace test;
using Bytes = std::vector<std::uint8_t>;

using PacketEditTest = PacketFixture;

Bytes ip_of(const Packet& packet) {
  return {packet.ip_bytes().begin(), packet.ip_bytes().end()};
}

TEST_F(PacketEditTest, DscpAndCeLeaveEachOtherAlone) {
  for (const bool ipv6 : {false, true}) {
    Packet p = packet_of(tcp_bytes({.ipv6 = ipv6, .payload = 50, .traffic_class = 10 << 2 | 2}));
    set_dscp(p, 46);
    EXPECT_EQ(p.ip().dscp, 46);
    EXPECT_EQ(p.ip().ecn, 2);
    EXPECT_EQ(checksum_problem(ip_of(p)), "");
    EXPECT_TRUE(set_ce(p));
    EXPECT_EQ(p.ip().dscp, 46);
    EXPECT_EQ(p.ip().ecn, 3);
    EXPECT_EQ(checksum_problem(ip_of(p)), "");
    EXPECT_TRUE(set_ce(p));  // already set
    EXPECT_EQ(p.ip().ecn, 3);
    EXPECT_EQ(tcp_view(p)->payload_bytes, 50u);
  }
}

TEST_F(PacketEditTest, CeOnlyInEctPackets) {
  for (std::uint8_t ecn = 0; ecn < 4; ++ecn) {
    Packet p = packet_of(tcp_bytes({.traffic_class = ecn}));
    EXPECT_EQ(set_ce(p), ecn != 0);
    EXPECT_EQ(p.ip().ecn, ecn == 0 ? 0 : 3);
  }
  Packet malformed = packet_of({0x45, 0});
  EXPECT_FALSE(set_ce(malformed));
}

// The incremental update equals a full computation, for every DSCP.
TEST_F(PacketEditTest, EveryDscpHasARightChecksum) {
  Packet p = packet_of(tcp_bytes({.traffic_class = 1}));
  for (int round = 0; round < 256; ++round) {
    set_dscp(p, static_cast<std::uint8_t>(round * 37 % 64));
    ASSERT_EQ(checksum_problem(ip_of(p)), "") << round;
  }
}

// An update does not repair a wrong checksum.
TEST_F(PacketEditTest, AWrongChecksumStaysWrong) {
  Bytes bytes = tcp_bytes({.traffic_class = 2});
  bytes[10] = static_cast<std::uint8_t>(bytes[10] ^ 1);
  Packet p = packet_of(bytes);
  set_ce(p);
  EXPECT_EQ(checksum_problem(ip_of(p)), "IPv4 header checksum");
}

struct Cut {
  const char* name;
  Bytes bytes;
  std::uint32_t headers;
};

class CutToHeaders : public PacketEditTest, public testing::WithParamInterface<Cut> {};

TEST_P(CutToHeaders, LeavesAWholePacketOfHeaders) {
  Packet p = packet_of(GetParam().bytes);
  ASSERT_EQ(header_length(p), GetParam().headers);
  const std::uint32_t longer = GetParam().headers + 3;
  Packet other = packet_of(GetParam().bytes);
  ASSERT_TRUE(cut(other, longer));
  EXPECT_EQ(other.size(), longer);
  EXPECT_EQ(checksum_problem(ip_of(other)), "");
  ASSERT_TRUE(cut_to_headers(p));
  EXPECT_EQ(p.size(), GetParam().headers);
  EXPECT_EQ(checksum_problem(ip_of(p)), "");
  EXPECT_EQ(p.ip().source_port, packet_of(GetParam().bytes).ip().source_port);
  EXPECT_FALSE(cut_to_headers(p)) << "nothing is left to cut";
}

Bytes icmp_echo() {
  Bytes bytes = ipv4_udp(60);
  bytes[9] = 1;
  for (const std::size_t at : {20u, 22u, 24u}) bytes[at] = bytes[at + 1] = 0;
  bytes[20] = 8;
  return bytes;
}
Bytes whole(Bytes bytes) {  // fills in header and ICMP checksums
  for (const auto [at, from, count] : {std::array<std::size_t, 3>{10, 0, 20}, {22, 20, 40}}) {
    const std::uint16_t sum = checksum_fold(checksum_add(std::span(bytes).subspan(from, count)));
    bytes[at] = static_cast<std::uint8_t>(sum >> 8);
    bytes[at + 1] = static_cast<std::uint8_t>(sum);
  }
  return bytes;
}

INSTANTIATE_TEST_SUITE_P(
    All, CutToHeaders,
    testing::Values(Cut{"Tcp4", tcp_bytes({.payload = 501}), 40},
                    Cut{"Tcp4Options",
                        tcp_bytes({.payload = 500,
                                   .tcp_options = {1, 1, 8, 10, 0, 0, 0, 1, 0, 0, 0, 2},
                                   .ip_options = {158, 8, 0, 3, 0, 0, 0, 9}}),
                        60},
                    Cut{"Tcp6", tcp_bytes({.ipv6 = true, .payload = 500}), 60},
                    Cut{"Udp4", udp_bytes({.payload = 99}), 28},
                    Cut{"Udp6", udp_bytes({.ipv6 = true, .payload = 100}), 48},
                    Cut{"Icmp", whole(icmp_echo()), 28}),
    [](const auto& test) { return test.param.name; });

TEST_F(PacketEditTest, AUdpChecksumThatIsNoneStaysNone) {
  Bytes bytes = udp_bytes({.payload = 100});
  bytes[26] = bytes[27] = 0;
  Packet p = packet_of(bytes);
  ASSERT_TRUE(cut_to_headers(p));
  EXPECT_EQ(p.ip_bytes()[26] | p.ip_bytes()[27], 0);
  EXPECT_EQ(checksum_problem(ip_of(p)), "");
}

TEST_F(PacketEditTest, LeavesPacketsThatCannotBeCutUnchanged) {
  Bytes fragment = tcp_bytes({.payload = 100});
  fragment[6] = 0x20;
  Bytes unknown = tcp_bytes({.payload = 100});
  unknown[9] = 50;  // ESP
  Bytes sctp = unknown;
  sctp[9] = 132;
  for (const Bytes& bytes : {fragment, unknown, sctp, udp_bytes({.payload = 0}), Bytes{0x45}}) {
    Packet p = packet_of(bytes);
    EXPECT_FALSE(cut_to_headers(p));
    EXPECT_EQ(ip_of(p), bytes);
  }
  Packet p = packet_of(tcp_bytes({.payload = 100}));
  EXPECT_FALSE(cut(p, 39));
  EXPECT_FALSE(cut(p, 140));
}

TEST_F(PacketEditTest, ACutFrameKeepsItsLinkHeader) {
  Packet p = packet_of(tcp_bytes({.payload = 100, .ethernet = true}), 14);
  ASSERT_TRUE(cut_to_headers(p));
  EXPECT_EQ(p.frame().size(), 54u);
  EXPECT_EQ(p.frame()[12], 8);
}

TEST_F(PacketEditTest, AnAckGoesBackWhereTheSegmentCameFrom) {
  for (const bool ipv6 : {false, true}) {
    for (const bool ethernet : {false, true}) {
      const Bytes data = tcp_bytes({.ipv6 = ipv6, .payload = 700, .ethernet = ethernet});
      // The mobile host's own acknowledgement, byte by byte except for the fields that the path
      // changes.
      Bytes wanted = tcp_bytes({.ipv6 = ipv6,
                                .downlink = false,
                                .sequence = 9,
                                .acknowledgement = 0xffffff00,
                                .window = 555,
                                .tcp_options = {1, 1, 8, 10, 0, 0, 0, 7, 0, 0, 0, 8},
                                .ethernet = ethernet});
      const auto link_header = static_cast<std::uint16_t>(ethernet ? 14 : 0);
      const Packet ack = make_ack(42, Time::from_ns(6), packet_of(data, link_header),
                                  {.sequence = 9,
                                   .acknowledgement = 0xffffff00,
                                   .window = 555,
                                   .timestamps = TcpView::Timestamps{7, 8}});
      EXPECT_EQ(ack.id(), 42u);
      EXPECT_EQ(ack.arrival(), Time::from_ns(6));
      EXPECT_EQ(checksum_problem(ip_of(ack)), "");
      Bytes got(ack.frame().begin(), ack.frame().end());
      if (ipv6) {
        got.at(link_header + 7U) = 63;
      } else {
        for (const std::size_t at : {4U, 5U, 8U, 10U, 11U}) {
          got.at(link_header + at) = wanted.at(link_header + at);
        }
      }
      EXPECT_EQ(got, wanted);
    }
  }
  const Packet bare = make_ack(1, Time(), packet_of(tcp_bytes({.payload = 1})), {});
  EXPECT_EQ(bare.size(), 40u);
  EXPECT_EQ(checksum_problem(ip_of(bare)), "");
}

}  // namespace
}  // namespace seawind
