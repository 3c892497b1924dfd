// SPDX-License-Identifier: GPL-3.0-or-later
// The elements of the path that drop packets, mtu_black_hole and block, packet by packet: what
// passes, what is dropped, and the bytes of the answers.
#include <gtest/gtest.h>

#include "common/wire/network_order.h"
#include "tests/emulator/link/stages/stage_rig.h"
#include "tests/support/test_hop.h"

namespace seawind {
namespace {

using namespace test;
using Bytes = std::vector<std::uint8_t>;

Bytes bytes_of(const Packet& packet) {
  return {packet.ip_bytes().begin(), packet.ip_bytes().end()};
}
Bytes part(const Bytes& bytes, std::size_t from, std::size_t length) {
  return {bytes.begin() + static_cast<std::ptrdiff_t>(from),
          bytes.begin() + static_cast<std::ptrdiff_t>(from + length)};
}
/// Sets or clears DF of an IPv4 packet; the header checksum is not updated.
Bytes with_df(Bytes bytes, bool set) {
  bytes[6] = set ? 0x40 : 0;
  return bytes;
}
/// A fragment of an ICMPv6 packet whose first byte is `type`; a later one has payload there.
Bytes icmp6_fragment(std::uint8_t type, bool later) {
  Bytes bytes = udp_bytes({.ipv6 = true, .payload = 1400});
  bytes[6] = 44;
  bytes[40] = 58;
  bytes[42] = 0;
  bytes[43] = later ? 8 : 1;
  bytes[48] = type;
  return bytes;
}
bool passes(StageRig& rig, Direction direction, const Bytes& bytes) {
  Packet packet = rig.packet(bytes);
  return static_cast<bool>(direction == kDown ? rig.stage().on_arrival(std::move(packet))
                                              : rig.stage().on_other_delivery(std::move(packet)));
}

TEST(MtuBlackHole, DropsWhatIsLargerAndMayNotBeFragmentedInBothDirections) {
  StageRig rig{MtuBlackHole{.size = 140}};
  for (const Direction direction : {kDown, kUp}) {
    const Segment fits{.downlink = direction == kDown, .payload = 100};
    Segment larger = fits;
    ++larger.payload;
    EXPECT_TRUE(passes(rig, direction, with_df(tcp_bytes(fits), true)));
    EXPECT_FALSE(passes(rig, direction, with_df(tcp_bytes(larger), true)));
    EXPECT_TRUE(passes(rig, direction, with_df(tcp_bytes(larger), false)));
    larger.ipv6 = true;
    larger.payload = 80;
    EXPECT_TRUE(passes(rig, direction, tcp_bytes(larger)));
    ++larger.payload;
    EXPECT_FALSE(passes(rig, direction, tcp_bytes(larger)));
  }
  EXPECT_EQ(rig.drops, (std::vector<StageRig::Drop>{{kDown, 2, DropReason::kMtu},
                                                    {kDown, 5, DropReason::kMtu},
                                                    {kUp, 7, DropReason::kMtu},
                                                    {kUp, 10, DropReason::kMtu}}));
  EXPECT_TRUE(rig.emitted.empty() && rig.sent.empty());
}

TEST(MtuBlackHole, AnswersFragmentationNeededWithTheMtuAndTheQuote) {
  StageRig rig{MtuBlackHole{.size = 1280, .answers = true}};
  const Bytes large = with_df(tcp_bytes({.payload = 1400}), true);
  EXPECT_FALSE(passes(rig, kDown, large));
  ASSERT_EQ(rig.emitted.size(), 1u);
  EXPECT_TRUE(rig.sent.empty());
  const Bytes answer = bytes_of(rig.emitted[0]);
  ASSERT_EQ(answer.size(), 576u);
  EXPECT_EQ(checksum_problem(part(answer, 0, 576)), "");
  EXPECT_EQ(part(answer, 12, 4), part(large, 16, 4));
  EXPECT_EQ(part(answer, 16, 4), part(large, 12, 4));
  EXPECT_EQ(part(answer, 20, 2), (Bytes{3, 4}));
  EXPECT_EQ(read32(answer, 24), 1280u);
  EXPECT_EQ(part(answer, 28, 548), part(large, 0, 548));
}

TEST(MtuBlackHole, AnswersPacketTooBigOfIpv6OverTheLink) {
  StageRig rig{MtuBlackHole{.size = 1280, .answers = true}};
  const Bytes large = tcp_bytes({.ipv6 = true, .downlink = false, .payload = 1400});
  EXPECT_FALSE(passes(rig, kUp, large));
  EXPECT_TRUE(rig.emitted.empty());
  ASSERT_EQ(rig.sent.size(), 1u);  // to the mobile host, which is behind the radio
  const Bytes answer = bytes_of(rig.sent[0]);
  ASSERT_EQ(answer.size(), 1280u);
  EXPECT_EQ(checksum_problem(answer), "");
  EXPECT_EQ(part(answer, 8, 16), part(large, 24, 16));
  EXPECT_EQ(part(answer, 24, 16), part(large, 8, 16));
  EXPECT_EQ(part(answer, 40, 2), (Bytes{2, 0}));
  EXPECT_EQ(read32(answer, 44), 1280u);
  EXPECT_EQ(part(answer, 48, 1232), part(large, 0, 1232));
}

TEST(MtuBlackHole, AnswersNoErrorAndNoMulticast) {
  StageRig rig{MtuBlackHole{.size = 68, .answers = true}};
  EXPECT_FALSE(passes(rig, kDown, with_df(tcp_bytes({.payload = 100}), true)));
  ASSERT_EQ(rig.emitted.size(), 1u);
  EXPECT_FALSE(passes(rig, kDown, bytes_of(rig.emitted[0])));
  Bytes multicast = with_df(udp_bytes({.payload = 100}), true);
  multicast[16] = 224;
  EXPECT_FALSE(passes(rig, kDown, multicast));
  EXPECT_EQ(rig.drops.size(), 3u);
  EXPECT_EQ(rig.emitted.size(), 1u);
}

TEST(MtuBlackHole, AnswersTheFirstFragmentAlone) {
  StageRig rig{MtuBlackHole{.size = 1280, .answers = true}};
  EXPECT_FALSE(passes(rig, kDown, icmp6_fragment(128, true)));
  EXPECT_TRUE(rig.emitted.empty());
  EXPECT_FALSE(passes(rig, kDown, icmp6_fragment(128, false)));
  EXPECT_EQ(rig.emitted.size(), 1u);
}

TEST(MtuBlackHole, ALiveChangeTakesTheNewSize) {
  StageRig rig{MtuBlackHole{.size = 139}};
  EXPECT_FALSE(passes(rig, kDown, with_df(tcp_bytes({.payload = 100}), true)));
  rig.stage().change(MtuBlackHole{.size = 140});
  EXPECT_TRUE(passes(rig, kDown, with_df(tcp_bytes({.payload = 100}), true)));
}

TEST(Firewall, DropsItsProtocolOnly) {
  using enum Firewall::Protocol;
  const Bytes udp = udp_bytes({}), tcp = tcp_bytes({});
  Bytes ping = udp, ping6 = udp_bytes({.ipv6 = true}), solicitation = ping6;
  ping[9] = 1;
  ping[20] = 8;
  ping6[6] = solicitation[6] = 58;
  ping6[40] = 128;
  solicitation[40] = 135;
  struct Row {
    Firewall::Protocol protocol;
    std::vector<bool> passes;  // udp, tcp, ping, ping6, solicitation
  };
  for (const Row& row :
       {Row{kUdp, {false, true, true, true, true}}, Row{kTcp, {true, false, true, true, true}},
        Row{kIcmp, {true, true, false, false, true}},
        Row{kAll, {false, false, false, false, true}}}) {
    StageRig rig{Firewall{.protocol = row.protocol}};
    for (const Direction direction : {kDown, kUp}) {
      std::vector<bool> got;
      for (const Bytes& bytes : {udp, tcp, ping, ping6, solicitation}) {
        got.push_back(passes(rig, direction, bytes));
      }
      EXPECT_EQ(got, row.passes) << static_cast<int>(row.protocol);
    }
    const bool other = row.protocol == kUdp || row.protocol == kTcp;
    EXPECT_TRUE(passes(rig, kDown, icmp6_fragment(135, false)));
    EXPECT_EQ(passes(rig, kDown, icmp6_fragment(135, true)), other);  // a byte of payload
    for (const auto& drop : rig.drops) EXPECT_EQ(drop.reason, DropReason::kFirewall);
    EXPECT_TRUE(rig.emitted.empty() && rig.sent.empty());
  }
}

// The port is that of the fixed host, 5001 here, in both directions.
TEST(Firewall, DropsPortsOfTheFixedHost) {
  StageRig rig{Firewall{.ports = {443, 5001}}};
  for (const bool down : {true, false}) {
    const Direction direction = down ? kDown : kUp;
    EXPECT_FALSE(passes(rig, direction, udp_bytes({.downlink = down})));
    EXPECT_TRUE(passes(rig, direction,
                       udp_bytes({.downlink = down, .fixed_port = 80, .mobile_port = 5001})));
    Bytes fragment = udp_bytes({.downlink = down, .payload = 100});
    fragment[7] = 1;
    EXPECT_TRUE(passes(rig, direction, fragment));
    rig.stage().change(Firewall{});
    EXPECT_FALSE(passes(rig, direction, fragment));
    rig.stage().change(Firewall{.ports = {443, 5001}});
  }
}

TEST(Firewall, AnswersAdministrativelyProhibited) {
  StageRig rig{Firewall{.answer = Firewall::Answer::kIcmp}};
  const Bytes v4 = udp_bytes({.downlink = false, .payload = 10});
  const Bytes v6 = udp_bytes({.ipv6 = true, .payload = 10});
  EXPECT_FALSE(passes(rig, kUp, v4));
  EXPECT_FALSE(passes(rig, kDown, v6));
  ASSERT_EQ(rig.sent.size(), 1u);
  ASSERT_EQ(rig.emitted.size(), 1u);
  const Bytes answer4 = bytes_of(rig.sent[0]), answer6 = bytes_of(rig.emitted[0]);
  EXPECT_EQ(checksum_problem(answer4), "");
  EXPECT_EQ(checksum_problem(answer6), "");
  EXPECT_EQ(part(answer4, 20, 8), (Bytes{3, 13, answer4[22], answer4[23], 0, 0, 0, 0}));
  EXPECT_EQ(part(answer6, 40, 2), (Bytes{1, 1}));
  EXPECT_EQ(part(answer4, 28, v4.size()), v4);
  EXPECT_EQ(part(answer6, 48, v6.size()), v6);
}

// RFC 9293, 3.10.7.1: a SYN is acknowledged; a segment with ACK gives the RST its sequence number.
TEST(Firewall, AnswersTcpWithAReset) {
  StageRig rig{Firewall{.protocol = Firewall::Protocol::kTcp, .answer = Firewall::Answer::kReset}};
  EXPECT_FALSE(passes(rig, kUp, tcp_bytes({.downlink = false, .sequence = 7, .flags = kSyn})));
  EXPECT_FALSE(passes(rig, kDown, tcp_bytes({.acknowledgement = 99, .payload = 5})));
  EXPECT_FALSE(passes(rig, kDown, tcp_bytes({.flags = kRst | kAck})));
  ASSERT_EQ(rig.sent.size(), 1u);
  ASSERT_EQ(rig.emitted.size(), 1u);  // none for the RST
  const Bytes to_syn = bytes_of(rig.sent[0]), to_data = bytes_of(rig.emitted[0]);
  EXPECT_EQ(checksum_problem(to_syn), "");
  EXPECT_EQ(checksum_problem(to_data), "");
  EXPECT_EQ(part(to_syn, 12, 12), (Bytes{10, 0, 0, 1, 10, 0, 0, 2, 0x13, 0x89, 0, 80}));
  EXPECT_EQ(part(to_syn, 24, 10), (Bytes{0, 0, 0, 0, 0, 0, 0, 8, 0x50, kRst | kAck}));
  EXPECT_EQ(part(to_data, 24, 10), (Bytes{0, 0, 0, 99, 0, 0, 0, 0, 0x50, kRst}));
}

// In a whole hop: the answer to the mobile host takes its time on the radio, 68 bytes at a byte a
// millisecond and 10 ms; the one to the fixed host takes none.
TEST(PathInAHop, AnswersAreAccountedForAndCrossTheRadio) {
  HopConfig config;
  config.downlink = plain_direction(8'000, Duration::milliseconds(10));
  config.downlink.stages = {
      Firewall{.protocol = Firewall::Protocol::kTcp, .answer = Firewall::Answer::kIcmp}};
  config.uplink = plain_direction(8'000, Duration::milliseconds(10));
  TestHop rig(config);
  rig.send(kUp, Segment{});    // 40 bytes: leaves at 50 ms
  rig.send(kDown, Segment{});  // is answered at once
  EXPECT_EQ(rig.delivered[1].size(), 1u);
  rig.drain();
  EXPECT_EQ(rig.recorder.drops(kUp, DropReason::kFirewall).packets, 1u);
  EXPECT_EQ(rig.recorder.drops(kDown, DropReason::kFirewall).packets, 1u);
  ASSERT_EQ(rig.delivered[0].size(), 1u);
  EXPECT_EQ(rig.delivered[0][0].time, at_ms(50 + 68 + 10));
  EXPECT_EQ(rig.delivered[0][0].size, 68u);
  expect_identity(rig);
}

}  // namespace
}  // namespace seawind
