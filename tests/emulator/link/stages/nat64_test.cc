// SPDX-License-Identifier: GPL-3.0-or-later
// The NAT64 stage, packet by packet. The mobile host is 2001:db8::2, whose external address is
// 100.64.0.3; the fixed one is 192.0.2.33, which it reaches as 64:ff9b::192.0.2.33.
#include <gtest/gtest.h>

#include <random>

#include "common/packet_ids.h"
#include "common/wire/checksum.h"
#include "common/wire/network_order.h"
#include "tests/emulator/link/stages/stage_rig.h"
#include "tests/support/at_ms.h"
#include "tests/support/test_hop.h"

namespace seawind {
namespace {

using namespace test;
using Bytes = std::vector<std::uint8_t>;
using enum DropReason;
using Reasons = std::vector<DropReason>;

Bytes bytes_of(std::string_view hex) {
  const auto digit = [](char c) {
    return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
  };
  Bytes out;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    out.push_back(static_cast<std::uint8_t>(digit(hex[i]) << 4 | digit(hex[i + 1])));
  }
  return out;
}

struct Translation {
  const char* name;
  bool up;
  const char* in;
  const char* out;
};

// Made by a script that shares nothing with the emulator. In this order they are sent one after the
// other: a packet of the downlink needs the mapping of an earlier one of the uplink, and IPv4
// identifications count up.
const Translation kRows[] = {
    {"UDP", true,
     "6b9abcde000d113f20010db80000000000000000000000020064ff9b0000000000000000c000"
     "022113880035000db86868656c6c6f",
     "45b90021000000003f1154af64400003c000022113880035000d81e068656c6c6f"},
    {"UDP back", false, "450200230007400037111d5dc00002216440000300351388000f6a56616e7377657221",
     "60200000000f11370064ff9b0000000000000000c000022120010db800000000000000000000"
     "000200351388000fa0de616e7377657221"},
    {"TCP behind extension headers, which are left out", true,
     "600000000038004020010db80000000000000000000000020064ff9b0000000000000000c000"
     "02213c0001040000000006000104000000009c4001bb0000000100000000a00203e8b6520000"
     "020405a00402080a000000010000000001030307",
     "4500003c000100004006545764400003c00002219c4001bb0000000100000000a00203e87fca"
     "0000020405a00402080a000000010000000001030307"},
    {"TCP back, options of IPv4 are left out", false,
     "4600002f0000400040067f60c0000221644000039404000001bb9c4000000009000000025012"
     "03e8231a0000616263",
     "60000000001706400064ff9b0000000000000000c000022120010db800000000000000000000"
     "000201bb9c400000000900000002501203e859a20000616263"},
    {"echo request", true,
     "6000000000143a4020010db80000000000000000000000020064ff9b0000000000000000c000"
     "02218000d8081b58000170696e6770696e6770696e67",
     "45000028000200004001546f64400003c0000221080040341b58000170696e6770696e677069"
     "6e67"},
    {"echo reply", false,
     "450000280000000040015471c000022164400003000048341b58000170696e6770696e677069"
     "6e67",
     "6000000000143a400064ff9b0000000000000000c000022120010db800000000000000000000"
     "00028100d7081b58000170696e6770696e6770696e67"},
    {"port unreachable", false,
     "4500003d000000003c01de73cb00710964400003030323800000000045b90021000000000111"
     "92af64400003c000022113880035000d81e068656c6c6f",
     "60000000003d3a3c0064ff9b0000000000000000cb00710920010db800000000000000000000"
     "00020104183f000000006b900000000d110120010db80000000000000000000000020064ff9b"
     "0000000000000000c000022113880035000db86868656c6c6f"},
    {"time exceeded", false,
     "4500003d000000003c01de73cb007109644000030b001b830000000045b90021000000000111"
     "92af64400003c000022113880035000d81e068656c6c6f",
     "60000000003d3a3c0064ff9b0000000000000000cb00710920010db800000000000000000000"
     "000203001643000000006b900000000d110120010db80000000000000000000000020064ff9b"
     "0000000000000000c000022113880035000db86868656c6c6f"},
    {"fragmentation needed: 1400 and 20 bytes", false,
     "45000038000000003c01de78cb00710964400003030461d90000057845b90021000000000111"
     "92af64400003c000022113880035000d81e0",
     "6000000000383a3c0064ff9b0000000000000000cb00710920010db800000000000000000000"
     "00020200558e0000058c6b900000000d110120010db80000000000000000000000020064ff9b"
     "0000000000000000c000022113880035000db868"},
    {"fragmentation needed without MTU", false,
     "45000038000000003c01de78cb00710964400003030467510000000045b90021000000000111"
     "92af64400003c000022113880035000d81e0",
     "6000000000383a3c0064ff9b0000000000000000cb00710920010db800000000000000000000"
     "00020200561a000005006b900000000d110120010db80000000000000000000000020064ff9b"
     "0000000000000000c000022113880035000db868"},
    {"protocol unreachable", false,
     "4500003d000000003c01de73cb00710964400003030223810000000045b90021000000000111"
     "92af64400003c000022113880035000d81e068656c6c6f",
     "60000000003d3a3c0064ff9b0000000000000000cb00710920010db800000000000000000000"
     "00020401153c000000066b900000000d110120010db80000000000000000000000020064ff9b"
     "0000000000000000c000022113880035000db86868656c6c6f"},
    {"parameter problem of the protocol", false,
     "4500003d000000003c01de73cb007109644000030c0011830900000045b90021000000000111"
     "92af64400003c000022113880035000d81e068656c6c6f",
     "60000000003d3a3c0064ff9b0000000000000000cb00710920010db800000000000000000000"
     "00020400153d000000066b900000000d110120010db80000000000000000000000020064ff9b"
     "0000000000000000c000022113880035000db86868656c6c6f"},
    {"host unreachable about an echo request", false,
     "45000044000000003c01de6ccb007109644000030301fcfe0000000045000028000200004001"
     "546f64400003c0000221080040341b58000170696e6770696e6770696e67",
     "6000000000443a3c0064ff9b0000000000000000cb00710920010db800000000000000000000"
     "00020100fab5000000006000000000143a4020010db80000000000000000000000020064ff9b"
     "0000000000000000c00002218000d8081b58000170696e6770696e6770696e67"},
    {"port unreachable of the mobile host", true,
     "60000000003f3a3220010db80000000000000000000000020064ff9b0000000000000000c000"
     "022101049d5f0000000060200000000f11370064ff9b0000000000000000c000022120010db8"
     "00000000000000000000000200351388000fa0de616e7377657221",
     "4500003f000300003201625764400003c0000221030323820000000045020023000000003711"
     "5d64c00002216440000300351388000f6a56616e7377657221"},
    {"packet too big: 1400 less 20 bytes", true,
     "60000000003f3a3220010db80000000000000000000000020064ff9b0000000000000000c000"
     "0221020096eb0000057860200000000f11370064ff9b0000000000000000c000022120010db8"
     "00000000000000000000000200351388000fa0de616e7377657221",
     "4500003f000400003201625664400003c000022103041e1d0000056445020023000000003711"
     "5d64c00002216440000300351388000f6a56616e7377657221"},
    {"parameter problem of the hop limit", true,
     "60000000003f3a3220010db80000000000000000000000020064ff9b0000000000000000c000"
     "022104009a5c0000000760200000000f11370064ff9b0000000000000000c000022120010db8"
     "00000000000000000000000200351388000fa0de616e7377657221",
     "4500003f000500003201625564400003c00002210c0012850800000045020023000000003711"
     "5d64c00002216440000300351388000f6a56616e7377657221"},
    {"first fragment", true,
     "6000000000302c4020010db80000000000000000000000020064ff9b0000000000000000c000"
     "0221110000011234abcd1388003500483ee83031323334353637383961626364656630313233"
     "343536373839616263646566",
     "4500003cabcd20004011887f64400003c0000221138800350048086030313233343536373839"
     "61626364656630313233343536373839616263646566"},
    {"later fragment", true,
     "6000000000282c4020010db80000000000000000000000020064ff9b0000000000000000c000"
     "0221110000281234abcd30313233343536373839616263646566303132333435363738396162"
     "63646566",
     "45000034abcd00054011a88264400003c0000221303132333435363738396162636465663031"
     "3233343536373839616263646566"},
    {"first fragment back", false,
     "4500003cbeef20004011755dc000022164400003003513880048086030313233343536373839"
     "61626364656630313233343536373839616263646566",
     "6000000000302c400064ff9b0000000000000000c000022120010db800000000000000000000"
     "0002110000010000beef0035138800483ee83031323334353637383961626364656630313233"
     "343536373839616263646566"},
    {"later fragment back", false,
     "45000034beef000540119560c000022164400003303132333435363738396162636465663031"
     "3233343536373839616263646566",
     "6000000000282c400064ff9b0000000000000000c000022120010db800000000000000000000"
     "0002110000280000beef30313233343536373839616263646566303132333435363738396162"
     "63646566"},
    {"a UDP checksum of none is computed", false,
     "450000230000000040115466c00002216440000300351388000f0000616e7377657221",
     "60000000000f11400064ff9b0000000000000000c000022120010db800000000000000000000"
     "000200351388000fa0de616e7377657221"},
};

constexpr std::uint32_t kExternal = 100U << 24 | 64U << 16 | 3, kServer = 192U << 24 | 2U << 8 | 33;

class Nat64Test : public testing::Test {
 protected:
  Nat64Test() { start({}); }
  void start(const Nat64& config) {
    rig_.reset();
    rig_ = std::make_unique<StageRig>(config);
  }
  /// Empty: dropped.
  Bytes pass(bool up, const Bytes& bytes) {
    Packet packet = rig_->packet(bytes);
    packet = up ? rig_->stage().on_other_delivery(std::move(packet))
                : rig_->stage().on_arrival(std::move(packet));
    if (!packet) return {};
    EXPECT_EQ(packet.ip().version, packet.ip_bytes()[0] >> 4);
    return ip_of(packet);
  }
  static Bytes ip_of(const Packet& packet) {
    return {packet.ip_bytes().begin(), packet.ip_bytes().end()};
  }
  Reasons reasons() const {
    Reasons out;
    for (const auto& drop : rig_->drops) out.push_back(drop.reason);
    return out;
  }
  /// The packet of a row, after those before it.
  Bytes row(std::string_view name) const {
    for (const Translation& one : kRows) {
      if (one.name == name) return bytes_of(one.in);
    }
    ADD_FAILURE() << name;
    return {};
  }

  std::unique_ptr<StageRig> rig_;
};

TEST_F(Nat64Test, ExactBytes) {
  std::vector<std::uint32_t> sizes;
  for (const Translation& row : kRows) {
    const Bytes in = bytes_of(row.in);
    EXPECT_EQ(pass(row.up, in), bytes_of(row.out)) << row.name;
    sizes.push_back(static_cast<std::uint32_t>(in.size()));
  }
  EXPECT_EQ(rig_->modified_from, sizes);
  EXPECT_TRUE(rig_->drops.empty());
}

TEST_F(Nat64Test, TheEtherTypeFollowsTheVersion) {
  Bytes frame{2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 0x86, 0xdd};
  const Bytes ip = row("UDP");
  frame.insert(frame.end(), ip.begin(), ip.end());
  const Packet out =
      rig_->stage().on_other_delivery(Packet::copy_of(rig_->pool(), 9, Time(), frame, 14));
  ASSERT_TRUE(out);
  EXPECT_EQ(out.id(), 9U);
  EXPECT_EQ(Bytes(out.frame().begin(), out.frame().begin() + 14),
            (Bytes{2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0}));
  EXPECT_EQ(ip_of(out), bytes_of(kRows[0].out));
}

TEST_F(Nat64Test, OtherPacketsPass) {
  Bytes other = row("UDP");
  other[24] ^= 1;  // not to the prefix
  EXPECT_EQ(pass(true, other), other);
  const Bytes dual = udp_bytes({.downlink = false}), back = udp_bytes({});
  EXPECT_EQ(pass(true, dual), dual);
  EXPECT_EQ(pass(false, back), back);
  const Bytes inwards = udp_bytes({.ipv6 = true});
  EXPECT_EQ(pass(false, inwards), inwards);
  EXPECT_TRUE(rig_->modified_from.empty());
}

TEST_F(Nat64Test, WhatHasNoMappingOrCannotBeTranslatedIsDropped) {
  EXPECT_TRUE(pass(false, row("UDP back")).empty());
  EXPECT_TRUE(pass(false, row("echo reply")).empty());
  EXPECT_TRUE(pass(false, row("port unreachable")).empty());
  EXPECT_TRUE(pass(true, row("port unreachable of the mobile host")).empty());
  Bytes request = row("echo reply");
  request[20] = 8;
  EXPECT_TRUE(pass(false, request).empty());
  EXPECT_EQ(reasons(), Reasons(5, kNatNoMapping));
  pass(true, row("UDP"));
  EXPECT_TRUE(pass(true, row("later fragment")).empty());
  EXPECT_TRUE(pass(false, row("later fragment back")).empty());
  Bytes reply = row("echo request");
  reply[40] = 129;
  EXPECT_TRUE(pass(true, reply).empty());
  Bytes gre = row("UDP");
  gre[6] = 47;
  EXPECT_TRUE(pass(true, gre).empty());
  Bytes looped = row("UDP");
  std::copy_n(looped.begin() + 24, 12, looped.begin() + 8);  // from the prefix
  EXPECT_TRUE(pass(true, looped).empty());
  Bytes damaged = row("port unreachable");
  damaged.back() ^= 1;
  EXPECT_TRUE(pass(false, damaged).empty());
  Bytes cut = row("first fragment back");
  write16(cut, 26, 0);  // no UDP checksum, which the first fragment cannot compute
  EXPECT_TRUE(pass(false, cut).empty());
  Reasons expected(5, kNatNoMapping);
  expected.resize(12, kNatUntranslatable);
  EXPECT_EQ(reasons(), expected);
}

TEST_F(Nat64Test, AWrongChecksumStaysWrong) {
  Bytes bytes = row("UDP");
  bytes.back() ^= 1;
  const Bytes out = pass(true, bytes);
  EXPECT_EQ(checksum_problem(out), "transport checksum");
}

// Sessions are those of `nat` (nat_test.cc); here, that the packets reach them.
TEST_F(Nat64Test, SessionsEndAndFilter) {
  pass(true, row("UDP"));
  rig_->run_until(Time::from_ns(29'999'999'999));
  EXPECT_FALSE(pass(false, row("UDP back")).empty());
  Bytes other = row("UDP back");
  other[15] ^= 1;  // another sender
  EXPECT_TRUE(pass(false, other).empty());
  rig_->run_until(Time::from_ns(59'999'999'999));
  EXPECT_TRUE(pass(false, row("UDP back")).empty());
  EXPECT_EQ(reasons(), (Reasons{kNatFiltered, kNatNoMapping}));

  pass(true, row("TCP behind extension headers, which are left out"));
  rig_->run_until(at_ms(60'000 + 239'999));
  EXPECT_FALSE(pass(false, row("TCP back, options of IPv4 are left out")).empty());
  rig_->run_until(at_ms(60'000 + 239'999 + 7'199'999));  // both have sent: 2 h
  EXPECT_FALSE(pass(false, row("TCP back, options of IPv4 are left out")).empty());

  start({.nat = {.addresses = 1, .first_port = 6000, .last_port = 6000}});
  EXPECT_EQ(read16(pass(true, row("UDP")), 20), 6000);
  Bytes second = row("UDP");
  second[23] = 3;  // another host
  EXPECT_TRUE(pass(true, second).empty());
  EXPECT_EQ(reasons(), Reasons{kNatNoPort});
}

TEST_F(Nat64Test, PrefixesOfAllLengths) {
  for (const auto& [text, address] :
       {std::pair{"2001:db8::/32", "20010db8c000022100000000"},
        {"2001:db8:100::/40", "20010db801c000020021000000"},
        {"2001:db8:122::/48", "20010db80122c000000221"},
        {"2001:db8:122:300::/56", "20010db8012203c0000002210000"},
        {"2001:db8:122:344::/64", "20010db80122034400c000022100"},
        {"2001:db8:122:344::/96", "20010db8012203440000000000000000c0000221"}}) {
    const auto prefix = EmbeddedIpv4::parse(text);
    ASSERT_TRUE(prefix) << text;
    const Ipv6Address made = prefix->embed(kServer);
    Bytes expected = bytes_of(address);
    if (expected.size() == 20) expected.erase(expected.begin() + 8, expected.begin() + 12);
    expected.resize(16);
    EXPECT_EQ(Bytes(made.begin(), made.end()), expected) << text;
    EXPECT_TRUE(prefix->contains(made));
    EXPECT_EQ(prefix->extract(made), kServer);
  }
  for (const char* text : {"", "64:ff9b::", "64:ff9b::/", "64:ff9b::/97", "64:ff9b::/96x",
                           "1.2.3.4/32", "64:ff9b::1/96", "2001:db8::100:0:0:0/96", "/96"}) {
    EXPECT_FALSE(EmbeddedIpv4::parse(text)) << text;
  }
  start({.prefix = *EmbeddedIpv4::parse("2001:db8:122::/48")});
  Bytes sent = row("UDP");
  const Bytes to = bytes_of("20010db80122c0000002210000000000");
  std::ranges::copy(to, sent.begin() + 24);
  EXPECT_EQ(read32(pass(true, sent), 16), kServer);
  const Bytes back = pass(false, row("UDP back"));
  EXPECT_TRUE(std::equal(to.begin(), to.end(), back.begin() + 8));
  EXPECT_EQ(checksum_problem(back), "");
}

Bytes udp4(std::size_t payload, std::uint16_t fragment) {
  Bytes bytes = udp_bytes({.fixed_port = 53, .mobile_port = 5000, .payload = payload});
  write32(bytes, 12, kServer);
  write32(bytes, 16, kExternal);
  write16(bytes, 6, fragment);
  write16(bytes, 26, 0);
  write16(bytes, 26,
          checksum_fold(checksum_add(std::span(bytes).subspan(20),
                                     pseudo_header_sum(bytes, 17, bytes.size() - 20))));
  write16(bytes, 10, 0);
  write16(bytes, 10, checksum_fold(checksum_add(std::span(bytes).first(20))));
  EXPECT_EQ(checksum_problem(bytes), "");
  return bytes;
}

TEST_F(Nat64Test, WhatDoesNotFitWithDfIsAnswered) {
  pass(true, row("UDP"));
  EXPECT_EQ(pass(false, udp4(1452, 0x4000)).size(), 1500U);
  EXPECT_TRUE(pass(false, udp4(1453, 0x4000)).empty());
  EXPECT_EQ(reasons(), Reasons{kMtu});
  ASSERT_EQ(rig_->emitted.size(), 1U);
  const Bytes answer = ip_of(rig_->emitted[0]);
  EXPECT_EQ(checksum_problem(answer), "");
  EXPECT_EQ(read32(answer, 16), kServer);
  EXPECT_EQ(read16(answer, 20), 0x0304);
  EXPECT_EQ(read16(answer, 26), 1480);
}

// RFC 7915, 4: without DF, fragments of at most the MTU. Their payloads are the datagram.
TEST_F(Nat64Test, WhatDoesNotFitWithoutDfIsCut) {
  pass(true, row("UDP"));
  EXPECT_EQ(pass(false, udp4(1452, 0)).size(), 1500U);
  EXPECT_TRUE(rig_->sent.empty());
  start({.mtu = 1280});
  pass(true, row("UDP"));
  const Bytes datagram = udp4(3000, 0);
  const Bytes last = pass(false, datagram);
  ASSERT_EQ(rig_->sent.size(), 2U);
  Bytes joined;
  std::size_t offset = 0;
  for (const Bytes& part : {ip_of(rig_->sent[0]), ip_of(rig_->sent[1]), last}) {
    ASSERT_LE(part.size(), 1280U);
    EXPECT_EQ(read16(part, 4) + 40U, part.size());
    EXPECT_EQ(read16(part, 40), 17 << 8);
    EXPECT_EQ(read16(part, 42), offset | (offset >= 2464 ? 0U : 1U));
    EXPECT_EQ(read32(part, 44), read16(datagram, 4));
    joined.insert(joined.end(), part.begin() + 48, part.end());
    offset += part.size() - 48;
  }
  Bytes whole(last.begin(), last.begin() + 40);
  whole[6] = 17;
  write16(whole, 4, static_cast<std::uint32_t>(joined.size()));
  whole.insert(whole.end(), joined.begin(), joined.end());
  EXPECT_EQ(checksum_problem(whole), "");
  EXPECT_EQ(whole.size(), datagram.size() + 20);
  EXPECT_TRUE(std::equal(whole.begin() + 48, whole.end(), datagram.begin() + 28));

  // A later fragment of IPv4, from byte 8 x 100 on, is cut as well.
  rig_->sent.clear();
  EXPECT_FALSE(pass(false, udp4(500, 0x2000)).empty());
  const Bytes end = pass(false, udp4(1300, 100));
  ASSERT_EQ(rig_->sent.size(), 1U);
  EXPECT_EQ(read16(ip_of(rig_->sent[0]), 42), 800 | 1);
  EXPECT_EQ(read16(end, 42), 800 + 1232);
  EXPECT_EQ(end.size(), 48U + 1308 - 1232);
}

// In a whole hop: every byte of both directions is accounted for, and packets that grow are cut.
TEST(Nat64Hop, SizesAreAccountedFor) {
  HopConfig config;
  config.downlink = plain_direction(1'000'000, Duration::milliseconds(10));
  config.uplink = config.downlink;
  config.downlink.router = tail_drop_router({.packets = 1000});
  config.downlink.input.limit.packets = 1;
  config.downlink.stages = {Nat64{.mtu = 1280}};
  TestHop rig(config);
  rig.send(kUp, bytes_of(kRows[0].in));
  rig.drain();
  rig.send(kDown, udp4(1000, 0x4000));
  rig.send(kDown, udp4(2000, 0));
  rig.send(kDown, udp4(2000, 0x4000));
  rig.drain();
  expect_identity(rig);
  const auto sizes = [&](std::size_t direction) {
    std::vector<std::uint32_t> out;
    for (const Delivery& one : rig.delivered[direction]) out.push_back(one.size);
    return out;
  };
  EXPECT_EQ(sizes(0), (std::vector<std::uint32_t>{1048, 1280, 824}));
  for (const Delivery& one : rig.delivered[0]) EXPECT_FALSE(made_by_link(one.id));
  EXPECT_TRUE(made_by_link(rig.delivered[1].back().id));
  EXPECT_EQ(sizes(1), (std::vector<std::uint32_t>{33, 576}));  // and the answer
  EXPECT_EQ(rig.recorder.drops(kDown, kMtu).packets, 1U);
}

// 20000 random packets of 40 hosts, some with a hop-by-hop header: the answer to a translated
// packet is the answer to the packet, but for flow label and extension headers.
TEST_F(Nat64Test, TranslationBackIsTheIdentity) {
  std::mt19937_64 random(7);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  for (const auto mapping : {Nat::Mapping::kEndpointIndependent, Nat::Mapping::kSymmetric}) {
    start({.nat = {.mapping = mapping, .addresses = 3}, .mtu = 9000});
    for (int i = 0; i < 10'000; ++i) {
      const bool udp = below(2) == 0;
      const Segment segment{.ipv6 = true,
                            .downlink = false,
                            .fixed_port = static_cast<std::uint16_t>(1 + below(65'535)),
                            .mobile_port = static_cast<std::uint16_t>(1 + below(65'535)),
                            .sequence = below(1U << 31),
                            .payload = below(600),
                            .traffic_class = static_cast<std::uint8_t>(below(256))};
      Bytes sent = udp ? udp_bytes(segment) : tcp_bytes(segment);
      const std::size_t checksum = udp ? 46 : 56;
      const auto set = [&](std::size_t at, std::uint16_t word) {
        write16(sent, checksum, checksum_update(read16(sent, checksum), read16(sent, at), word));
        write16(sent, at, word);
      };
      set(22, static_cast<std::uint16_t>(2 + below(40)));
      const std::uint16_t to[] = {0x64, 0xff9b, 0,      0,
                                  0,    0,      0xc000, static_cast<std::uint16_t>(random())};
      for (std::size_t k = 0; k < 8; ++k) set(24 + 2 * k, to[k]);
      ASSERT_EQ(checksum_problem(sent), "");
      Bytes in = sent;
      if (below(4) == 0) {  // a hop-by-hop header in front
        const Bytes options{in[6], 0, 1, 4, 0, 0, 0, 0};
        in.insert(in.begin() + 40, options.begin(), options.end());
        in[6] = 0;
        write16(in, 4, read16(in, 4) + 8U);
      }
      in[3] = static_cast<std::uint8_t>(random());  // flow label
      const Bytes out = pass(true, in);
      ASSERT_EQ(out.size() + 20, sent.size());
      ASSERT_EQ(checksum_problem(out), "");
      // The answer: ends exchanged. Sums of addresses and ports stay the same.
      const auto exchanged = [](Bytes bytes) {
        const bool v4 = bytes[0] >> 4 == 4;
        const std::ptrdiff_t at = v4 ? 12 : 8, width = v4 ? 4 : 16, ports = v4 ? 20 : 40;
        std::swap_ranges(bytes.begin() + at, bytes.begin() + at + width,
                         bytes.begin() + at + width);
        std::swap_ranges(bytes.begin() + ports, bytes.begin() + ports + 2,
                         bytes.begin() + ports + 2);
        return bytes;
      };
      ASSERT_EQ(pass(false, exchanged(out)), exchanged(sent));
    }
    EXPECT_TRUE(rig_->drops.empty());
  }
}

// Damaged packets, which the link admits if their IP header is whole: none is read beyond its end
// (sanitizers), and what passes is a whole packet.
TEST_F(Nat64Test, DamagedPacketsAreDroppedOrWhole) {
  std::mt19937_64 random(11);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  std::size_t passed = 0;
  for (int i = 0; i < 50'000; ++i) {
    const Translation& row = kRows[below(std::size(kRows))];
    Bytes bytes = bytes_of(row.in);
    for (std::size_t n = below(4); n > 0; --n) {
      bytes[below(bytes.size())] = static_cast<std::uint8_t>(random());
    }
    if (below(2) == 0) bytes.resize(1 + below(bytes.size()));
    if (bytes.size() >= 40) {
      write16(bytes, row.up ? 4 : 2, static_cast<std::uint32_t>(bytes.size() - (row.up ? 40 : 0)));
    }
    if (rig_->packet(bytes).ip().version == 0) continue;
    const Bytes out = pass(row.up, bytes);
    if (out.empty()) continue;
    ++passed;
    EXPECT_EQ(out.size(), out[0] >> 4 == 4 ? read16(out, 2) : read16(out, 4) + 40U);
  }
  EXPECT_GT(passed, 5'000U);
}

}  // namespace
}  // namespace seawind
