// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/packet_snap.h"

#include <gtest/gtest.h>

#include "tests/controller/measure/synthetic_log.h"

namespace seawind::test {
namespace {

const SegmentSpec kSegment{40001, 5001, 0x80000001, kFin | kAck, 500, 12};

std::optional<TcpSegment> parse_tcp(const std::vector<std::uint8_t>& bytes) {
  const auto packet = parse_snap(bytes);
  return packet ? packet->tcp : std::nullopt;
}

TEST(Trace, Ipv4LengthsComeFromTheHeaderNotFromTheSnap) {
  const auto s = parse_tcp(ipv4_packet(kSegment, 60));
  ASSERT_TRUE(s);
  EXPECT_EQ(s->source_port, 40001);
  EXPECT_EQ(s->destination_port, 5001);
  EXPECT_EQ(s->sequence, 0x80000001u);
  EXPECT_TRUE(s->fin);
  EXPECT_TRUE(s->ack);
  EXPECT_FALSE(s->syn);
  EXPECT_EQ(s->headers, 52);
  EXPECT_EQ(s->payload, 500);
}

TEST(Trace, Ipv6BehindExtensionHeaders) {
  const auto s = parse_tcp(ipv6_packet(kSegment));
  ASSERT_TRUE(s);
  EXPECT_EQ(s->destination_port, 5001);
  EXPECT_EQ(s->headers, 40 + 8 + 32);
  EXPECT_EQ(s->payload, 500);
}

TEST(Trace, TheTwentyFixedBytesAreEnough) {
  EXPECT_TRUE(parse_tcp(ipv4_packet(kSegment, 40)));
  EXPECT_FALSE(parse_tcp(ipv4_packet(kSegment, 39)));
}

TEST(Trace, EveryCutOfAPacketIsReadOrRefused) {
  for (std::size_t n = 0; n < 100; ++n) {
    EXPECT_EQ(parse_tcp(ipv4_packet(kSegment, n)).has_value(), n >= 40) << n;
    EXPECT_EQ(parse_tcp(ipv6_packet(kSegment, n)).has_value(), n >= 68) << n;
  }
}

TEST(Trace, OtherPacketsAreNotSegments) {
  auto udp = ipv4_packet(kSegment);
  udp[9] = 17;
  EXPECT_FALSE(parse_tcp(udp));
  auto fragment = ipv4_packet(kSegment);
  fragment[7] = 1;
  EXPECT_FALSE(parse_tcp(fragment));
  auto short_total = ipv4_packet(kSegment);
  short_total[2] = 0;
  short_total[3] = 40;  // the TCP header states 32 bytes for itself
  EXPECT_FALSE(parse_tcp(short_total));
  auto bad_offset = ipv4_packet(kSegment);
  bad_offset[32] = 0x40;
  EXPECT_FALSE(parse_tcp(bad_offset));
  auto arp = ipv4_packet(kSegment);
  arp[0] = 0x00;
  EXPECT_FALSE(parse_tcp(arp));
}

}  // namespace
}  // namespace seawind::test
