// SPDX-License-Identifier: GPL-3.0-or-later
// The NAT stage, packet by packet. The mobile host is 10.0.0.2, whose external address is
// 100.64.0.3 (1 + 10.0.0.2 modulo 16 above 100.64.0.0); the fixed one is 10.0.0.1.
#include <gtest/gtest.h>

#include <random>

#include "common/wire/checksum.h"
#include "common/wire/network_order.h"
#include "tests/emulator/link/stages/stage_rig.h"
#include "tests/support/at_ms.h"

namespace seawind {
namespace {

using namespace test;
using Bytes = std::vector<std::uint8_t>;

constexpr std::uint32_t kPool = 100U << 24 | 64U << 16;
constexpr std::uint32_t kOutside = kPool + 3;
constexpr std::uint32_t kFixed = 10U << 24 | 1, kMobile = 10U << 24 | 2;

void set_header_checksum(Bytes& ip) {
  write16(ip, 10, 0);
  write16(ip, 10, checksum_fold(checksum_add(std::span(ip).first(std::size_t{ip[0] & 15U} * 4))));
}

struct Flow {
  std::uint16_t mobile_port = 5000;
  std::uint16_t fixed_port = 53;
  std::uint32_t fixed = kFixed;
  std::uint32_t mobile = kMobile;
};

/// A UDP datagram, or with flags a TCP segment; `to`: its destination of the downlink.
Bytes made(const Flow& flow, bool downlink, std::uint8_t flags, std::uint32_t mobile,
           std::uint16_t mobile_port) {
  const Segment segment{.downlink = downlink,
                        .fixed_port = flow.fixed_port,
                        .mobile_port = mobile_port,
                        .flags = flags,
                        .payload = 11};
  Bytes bytes = flags != 0 ? tcp_bytes(segment) : udp_bytes(segment);
  const std::size_t transport = flags != 0 ? 16 : 6;
  const auto set = [&](std::size_t at, std::uint32_t value) {
    for (const std::size_t half : {std::size_t{0}, std::size_t{2}}) {
      const auto word = static_cast<std::uint16_t>(value >> (16 - 8 * half));
      write16(bytes, 20 + transport,
              checksum_update(read16(bytes, 20 + transport), read16(bytes, at + half), word));
      write16(bytes, at + half, word);
    }
  };
  set(downlink ? 12 : 16, flow.fixed);
  set(downlink ? 16 : 12, mobile);
  set_header_checksum(bytes);
  EXPECT_EQ(checksum_problem(bytes), "");
  return bytes;
}

class NatTest : public testing::Test {
 protected:
  explicit NatTest(const Nat& config = {}) { start(config); }
  void start(const Nat& config) {
    rig_.reset();
    rig_ = std::make_unique<StageRig>(config);
  }

  /// The translated packet, whose checksums are right; empty: dropped.
  Bytes pass(bool downlink, const Bytes& bytes) {
    Packet packet = rig_->packet(bytes);
    packet = downlink ? rig_->stage().on_arrival(std::move(packet))
                      : rig_->stage().on_other_delivery(std::move(packet));
    if (!packet) return {};
    const Bytes out(packet.ip_bytes().begin(), packet.ip_bytes().end());
    EXPECT_EQ(checksum_problem(out), "");
    return out;
  }
  /// The external port of a packet of the uplink; 0: dropped.
  std::uint16_t send(const Flow& flow = {}, std::uint8_t flags = 0) {
    const Bytes out = pass(false, made(flow, false, flags, flow.mobile, flow.mobile_port));
    if (out.empty()) return 0;
    outside_ = read32(out, 12);
    EXPECT_EQ(read32(out, 16), flow.fixed);
    return read16(out, 20);
  }
  /// Whether a packet to `port` of the last external address comes in, to the mobile port.
  bool comes_in(std::uint16_t port, const Flow& flow = {}, std::uint8_t flags = 0) {
    const Bytes out = pass(true, made(flow, true, flags, outside_, port));
    if (out.empty()) return false;
    EXPECT_EQ(read32(out, 16), flow.mobile);
    EXPECT_EQ(read16(out, 22), flow.mobile_port);
    return true;
  }
  void at(Time when) { rig_->run_until(when); }
  std::vector<DropReason> reasons() const {
    std::vector<DropReason> out;
    for (const auto& drop : rig_->drops) out.push_back(drop.reason);
    return out;
  }

  std::unique_ptr<StageRig> rig_;
  std::uint32_t outside_ = kOutside;  // of the last packet sent
};

using enum DropReason;
using Reasons = std::vector<DropReason>;

TEST_F(NatTest, TranslatesOutAndBackAndKeepsThePort) {
  EXPECT_EQ(send(), 5000);
  EXPECT_EQ(outside_, kOutside);
  EXPECT_TRUE(comes_in(5000));
  EXPECT_EQ(rig_->modified_from, (std::vector<std::uint32_t>{39, 39}));
}

TEST_F(NatTest, WithoutMappingNothingComesIn) {
  EXPECT_FALSE(comes_in(5000));
  EXPECT_EQ(send(), 5000);
  EXPECT_FALSE(comes_in(5001));
  EXPECT_FALSE(comes_in(5000, {}, kSyn));  // another protocol
  outside_ = kMobile;                      // past the NAT
  EXPECT_FALSE(comes_in(5000));
  EXPECT_EQ(reasons(), Reasons(4, kNatNoMapping));
}

TEST_F(NatTest, Ipv6Passes) {
  const Bytes bytes = udp_bytes({.ipv6 = true});
  EXPECT_EQ(pass(true, bytes), bytes);
  EXPECT_EQ(pass(false, bytes), bytes);
  EXPECT_TRUE(rig_->modified_from.empty());
}

TEST_F(NatTest, AnUdpMappingEndsThirtySecondsAfterItsLastPacket) {
  send();
  at(at_ms(29'000));
  EXPECT_TRUE(comes_in(5000));  // refreshes
  at(Time::from_ns(58'999'999'999));
  EXPECT_TRUE(comes_in(5000));
  at(Time::from_ns(88'999'999'999));
  EXPECT_FALSE(comes_in(5000));
  EXPECT_EQ(reasons(), Reasons{kNatNoMapping});
}

// RFC 4787, 5: what each kind of filtering admits from the same address and another port, and from
// another address.
TEST_F(NatTest, Filtering) {
  struct Row {
    Nat::Filtering filtering;
    bool other_port, other_address;
  };
  for (const Row& row : {Row{Nat::Filtering::kAddressAndPort, false, false},
                         Row{Nat::Filtering::kAddress, true, false},
                         Row{Nat::Filtering::kEndpointIndependent, true, true}}) {
    start({.filtering = row.filtering});
    send();
    EXPECT_TRUE(comes_in(5000));
    EXPECT_EQ(comes_in(5000, {.fixed_port = 54}), row.other_port);
    EXPECT_EQ(comes_in(5000, {.fixed = kFixed + 9}), row.other_address);
    EXPECT_EQ(reasons(), Reasons(row.other_port + row.other_address == 0   ? 2
                                 : row.other_port + row.other_address == 1 ? 1
                                                                           : 0,
                                 kNatFiltered));
  }
}

// A session ends by itself, also while another one keeps the mapping.
TEST_F(NatTest, ASessionThatIsOverIsFiltered) {
  send();
  at(at_ms(20'000));
  EXPECT_EQ(send({.fixed_port = 54}), 5000);
  at(at_ms(30'000));
  EXPECT_FALSE(comes_in(5000));
  EXPECT_TRUE(comes_in(5000, {.fixed_port = 54}));
  EXPECT_EQ(reasons(), Reasons{kNatFiltered});
}

// RFC 4787, 4.1: one external port towards all, or one each.
TEST_F(NatTest, Mapping) {
  EXPECT_EQ(send({.fixed_port = 53}), 5000);
  EXPECT_EQ(send({.fixed_port = 54}), 5000);
  start({.mapping = Nat::Mapping::kSymmetric});
  EXPECT_EQ(send({.fixed_port = 53}), 5000);
  EXPECT_EQ(send({.fixed_port = 54}), 5001);
  EXPECT_EQ(send({.fixed_port = 53}), 5000);
  EXPECT_FALSE(comes_in(5001, {.fixed_port = 53}));
  EXPECT_TRUE(comes_in(5001, {.fixed_port = 54}));
}

// Hosts 10.0.0.2 and 10.0.0.18 have the same external address, 10.0.0.3 has the next one.
TEST_F(NatTest, ATakenPortIsReplacedByTheNextFreeOne) {
  EXPECT_EQ(send(), 5000);
  EXPECT_EQ(send({.mobile = kMobile + 16}), 5001);
  EXPECT_EQ(outside_, kOutside);
  EXPECT_TRUE(comes_in(5001, {.mobile = kMobile + 16}));
  EXPECT_EQ(send({.mobile = kMobile + 1}), 5000);
  EXPECT_EQ(outside_, kOutside + 1);
}

TEST_F(NatTest, PortsOfTheRangeOnlyAndNoneIsLeft) {
  start({.addresses = 1, .first_port = 6000, .last_port = 6002});
  EXPECT_EQ(send({.mobile_port = 6002}), 6002);
  EXPECT_EQ(send({.mobile_port = 80}), 6000);
  EXPECT_EQ(send({.mobile_port = 6002, .mobile = kMobile + 1}), 6001);
  EXPECT_EQ(send({.mobile_port = 81}), 0);
  EXPECT_EQ(send({.mobile_port = 81}, kSyn), 6000);  // ports of TCP are others
  EXPECT_EQ(reasons(), Reasons{kNatNoPort});
  at(at_ms(30'000));
  EXPECT_EQ(send({.mobile_port = 82}), 6000);
}

TEST_F(NatTest, AHostHasItsShareOfPorts) {
  start({.ports_per_host = 2});
  EXPECT_EQ(send({.mobile_port = 5000}), 5000);
  EXPECT_EQ(send({.mobile_port = 5001}), 5001);
  EXPECT_EQ(send({.mobile_port = 5002}), 0);
  EXPECT_EQ(send({.mobile_port = 5002, .mobile = kMobile + 1}), 5002);
  EXPECT_EQ(send({.mobile_port = 5001}), 5001);
  at(Time::from_ns(29'999'999'999));
  EXPECT_EQ(send({.mobile_port = 5003}), 0);
  at(at_ms(30'000));
  EXPECT_EQ(send({.mobile_port = 5003}), 5003);
  EXPECT_EQ(reasons(), Reasons(2, kNatNoPort));
}

// RFC 5382, 5: transitory until both ends have sent, open after that, transitory when closed.
TEST_F(NatTest, TcpTimeouts) {
  const Flow web{.fixed_port = 443};
  const auto open = [&] {
    start({});
    send(web, kSyn);
    EXPECT_TRUE(comes_in(5000, web, kSyn | kAck));
  };
  start({});
  send(web, kSyn);
  at(at_ms(239'999));
  EXPECT_TRUE(comes_in(5000, web, kSyn | kAck));
  at(at_ms(239'999 + 7'199'999));
  EXPECT_TRUE(comes_in(5000, web, kAck));
  at(at_ms(239'999 + 7'199'999 + 7'200'000));
  EXPECT_FALSE(comes_in(5000, web, kAck));

  start({});
  send(web, kSyn);
  at(at_ms(240'000));
  EXPECT_FALSE(comes_in(5000, web, kSyn | kAck));

  open();
  send(web, kFin | kAck);  // one end only: still open
  at(at_ms(240'000));
  EXPECT_TRUE(comes_in(5000, web, kFin | kAck));
  at(at_ms(479'999));
  EXPECT_EQ(send(web, kAck), 5000);
  at(at_ms(479'999 + 240'000));
  EXPECT_FALSE(comes_in(5000, web, kAck));

  open();
  EXPECT_TRUE(comes_in(5000, web, kRst));
  at(at_ms(240'000));
  EXPECT_FALSE(comes_in(5000, web, kAck));

  open();
  EXPECT_TRUE(comes_in(5000, web, kRst));
  send(web, kSyn);  // a new connection with the same ports
  EXPECT_TRUE(comes_in(5000, web, kSyn | kAck));
  at(at_ms(7'199'999));
  EXPECT_TRUE(comes_in(5000, web, kAck));
}

Bytes echo(bool downlink, std::uint8_t type, std::uint16_t id, std::uint32_t mobile) {
  Bytes bytes(28 + 8, 0x5a);
  bytes[0] = 0x45;
  bytes[1] = bytes[6] = bytes[7] = 0;
  write16(bytes, 2, static_cast<std::uint32_t>(bytes.size()));
  bytes[9] = 1;
  write32(bytes, 12, downlink ? kFixed : mobile);
  write32(bytes, 16, downlink ? mobile : kFixed);
  bytes[20] = type;
  bytes[21] = 0;
  write16(bytes, 24, id);
  write16(bytes, 22, 0);
  write16(bytes, 22, checksum_fold(checksum_add(std::span(bytes).subspan(20))));
  set_header_checksum(bytes);
  return bytes;
}

TEST_F(NatTest, EchoIsMappedByItsIdentifier) {
  EXPECT_TRUE(pass(true, echo(true, 8, 7000, kOutside)).empty());  // a request from outside
  Bytes out = pass(false, echo(false, 8, 7000, kMobile));
  EXPECT_EQ(out, echo(false, 8, 7000, kOutside));
  EXPECT_EQ(pass(false, echo(false, 8, 7000, kMobile + 16)), echo(false, 8, 7001, kOutside));
  EXPECT_EQ(pass(true, echo(true, 0, 7001, kOutside)), echo(true, 0, 7000, kMobile + 16));
  at(Time::from_ns(59'999'999'999));
  EXPECT_EQ(pass(true, echo(true, 0, 7000, kOutside)), echo(true, 0, 7000, kMobile));
  at(Time::from_ns(119'999'999'999));
  EXPECT_TRUE(pass(true, echo(true, 0, 7000, kOutside)).empty());
  EXPECT_EQ(reasons(), (Reasons{kNatNoMapping, kNatNoMapping}));
}

/// An ICMP error about `quote`, to its source.
Bytes error_about(const Bytes& quote) {
  Bytes bytes(28 + quote.size());
  bytes[0] = 0x45;
  write16(bytes, 2, static_cast<std::uint32_t>(bytes.size()));
  bytes[9] = 1;
  write32(bytes, 12, read32(quote, 16));
  write32(bytes, 16, read32(quote, 12));
  bytes[20] = 3;
  bytes[21] = 3;
  std::ranges::copy(quote, bytes.begin() + 28);
  write16(bytes, 22, checksum_fold(checksum_add(std::span(bytes).subspan(20))));
  set_header_checksum(bytes);
  return bytes;
}

// RFC 5508, 4: the quote is translated as well, whole or cut behind the ports.
TEST_F(NatTest, ErrorsAreTranslatedWithTheirQuote) {
  const Flow other{.mobile = kMobile + 16};
  for (const std::uint8_t flags : {std::uint8_t{0}, kAck}) {
    send({}, flags);
    const std::uint16_t port = send(other, flags);
    EXPECT_EQ(port, 5001);
    for (const std::size_t kept : {std::size_t{28}, std::size_t{38}}) {
      const auto cut = [&](Bytes bytes) {
        bytes.resize(kept);
        return bytes;
      };
      const Bytes sent = cut(made(other, false, flags, other.mobile, other.mobile_port));
      const Bytes seen = cut(made(other, false, flags, kOutside, port));
      EXPECT_EQ(pass(true, error_about(seen)), error_about(sent));
      const Bytes received = cut(made(other, true, flags, other.mobile, other.mobile_port));
      const Bytes came = cut(made(other, true, flags, kOutside, port));
      EXPECT_EQ(pass(false, error_about(received)), error_about(came));
    }
  }
  EXPECT_TRUE(pass(true, error_about(made({}, false, 0, kOutside, 5002))).empty());
  EXPECT_TRUE(pass(false, error_about(made({.mobile_port = 1}, true, 0, kMobile, 1))).empty());
  EXPECT_EQ(reasons(), Reasons(2, kNatNoMapping));
}

TEST_F(NatTest, FragmentsFollowTheFirst) {
  const auto fragment = [](Bytes bytes, std::uint8_t more, std::uint8_t offset) {
    bytes[4] = 0x77;
    bytes[6] = more;
    bytes[7] = offset;
    set_header_checksum(bytes);
    return bytes;
  };
  const auto through = [&](bool downlink, const Bytes& bytes) {
    Packet packet = rig_->packet(bytes);
    packet = downlink ? rig_->stage().on_arrival(std::move(packet))
                      : rig_->stage().on_other_delivery(std::move(packet));
    return packet ? Bytes(packet.ip_bytes().begin(), packet.ip_bytes().end()) : Bytes();
  };
  const Bytes sent = made({}, false, 0, kMobile, 5000), seen = made({}, false, 0, kOutside, 5000);
  Bytes later_sent = fragment(sent, 0, 2);
  EXPECT_TRUE(through(false, later_sent).empty());
  EXPECT_EQ(through(false, fragment(sent, 0x20, 0)), fragment(seen, 0x20, 0));
  const Bytes out = through(false, later_sent);
  ASSERT_EQ(out.size(), later_sent.size());
  write32(later_sent, 12, kOutside);
  set_header_checksum(later_sent);
  EXPECT_EQ(out, later_sent);
  EXPECT_EQ(reasons(), Reasons{kNatUntranslatable});
  const Bytes came = made({}, true, 0, kOutside, 5000), in = made({}, true, 0, kMobile, 5000);
  EXPECT_TRUE(through(true, fragment(came, 0, 2)).empty());
  EXPECT_EQ(through(true, fragment(came, 0x20, 0)), fragment(in, 0x20, 0));
  EXPECT_EQ(read32(through(true, fragment(came, 0, 2)), 16), kMobile);
  // A later datagram with the same identification goes to another host behind the same address.
  const Flow other{.mobile = kMobile + 16};
  const Bytes second = made(other, true, 0, kOutside, send(other, 0));
  EXPECT_EQ(read32(through(true, fragment(second, 0x20, 0)), 16), other.mobile);
  EXPECT_EQ(read32(through(true, fragment(second, 0, 2)), 16), other.mobile);
}

TEST_F(NatTest, OtherProtocolsAreDropped) {
  Bytes bytes = made({}, false, 0, kMobile, 5000);
  bytes[9] = 47;
  EXPECT_TRUE(pass(false, bytes).empty());
  EXPECT_TRUE(pass(false, echo(false, 13, 1, kMobile)).empty());
  EXPECT_EQ(reasons(), Reasons(2, kNatUntranslatable));
}

TEST_F(NatTest, AHandoverChangesTheAddressAndForgetsMappings) {
  Nat config{.addresses = 2, .change_at_handover = true, .network = "lte"};
  start(config);
  send();
  EXPECT_EQ(outside_, kPool + 1);
  EXPECT_TRUE(comes_in(5000));
  rig_->stage().change(config);  // another key of the link
  EXPECT_TRUE(comes_in(5000));
  config.network = "wlan";
  rig_->stage().change(config);
  EXPECT_FALSE(comes_in(5000));
  EXPECT_EQ(reasons(), Reasons{kNatNoMapping});
  EXPECT_EQ(send(), 5000);
  EXPECT_EQ(outside_, kPool + 2);
  EXPECT_TRUE(comes_in(5000));
  config.change_at_handover = false;
  config.network = "lte";
  rig_->stage().change(config);
  EXPECT_TRUE(comes_in(5000));
}

// The mapping ends with its last session, also if that becomes shorter.
TEST_F(NatTest, ANewConnectionWithAShorterTimeOutEndsTheMapping) {
  const Flow web{.fixed_port = 443};
  send(web, kSyn);
  EXPECT_TRUE(comes_in(5000, web, kRst));  // 240 s from here
  Nat config;
  config.tcp_transitory_timeout = Duration::seconds(30);
  rig_->stage().change(config);
  send(web, kSyn);
  at(at_ms(30'000));
  EXPECT_FALSE(comes_in(5000, web, kSyn | kAck));
  EXPECT_EQ(reasons(), Reasons{kNatNoMapping});
}

TEST_F(NatTest, AnotherPoolForgetsMappingsAndOtherTimesDoNot) {
  Nat config;
  send();
  config.udp_timeout = Duration::seconds(2);
  rig_->stage().change(config);
  EXPECT_TRUE(comes_in(5000));
  at(at_ms(1'999));
  EXPECT_TRUE(comes_in(5000));
  config.pool = 7;
  rig_->stage().change(config);
  EXPECT_FALSE(comes_in(5000));
  EXPECT_EQ(send(), 5000);
  EXPECT_EQ(outside_, kOutside + (7 << 8));
}

TEST_F(NatTest, AnUdpChecksumOfNoneStays) {
  Bytes bytes = made({}, false, 0, kMobile, 5000);
  write16(bytes, 26, 0);
  Packet out = rig_->stage().on_other_delivery(rig_->packet(bytes));
  EXPECT_EQ(read16(out.ip_bytes(), 26), 0);
}

// A wrong checksum stays wrong, so that the receiver still detects the damage.
TEST_F(NatTest, AWrongChecksumStaysWrong) {
  Bytes bytes = made({}, false, kAck, kMobile, 5000);
  bytes[45] ^= 1;
  Packet out = rig_->stage().on_other_delivery(rig_->packet(bytes));
  EXPECT_NE(checksum_problem({out.ip_bytes().begin(), out.ip_bytes().end()}), "");
}

// 20000 random packets of 40 hosts: the answer to a translated packet is translated to the answer
// to the packet, byte by byte, and no two flows share an external end point.
TEST_F(NatTest, TranslationBackIsTheIdentity) {
  std::mt19937_64 random(7);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  for (const auto mapping : {Nat::Mapping::kEndpointIndependent, Nat::Mapping::kSymmetric}) {
    start({.mapping = mapping, .addresses = 3, .first_port = 1024, .last_port = 40'000});
    std::map<std::tuple<bool, std::uint32_t, std::uint16_t>, std::tuple<std::uint32_t, unsigned>>
        users;
    for (int i = 0; i < 10'000; ++i) {
      const Flow flow{.mobile_port = static_cast<std::uint16_t>(1 + below(65'535)),
                      .fixed_port = static_cast<std::uint16_t>(1 + below(65'535)),
                      .fixed = kFixed + (below(200) << 8),
                      .mobile = kMobile + below(40)};
      const std::uint8_t flags = below(2) == 0 ? 0 : kAck;
      const Bytes out = pass(false, made(flow, false, flags, flow.mobile, flow.mobile_port));
      ASSERT_FALSE(out.empty());
      const std::uint32_t address = read32(out, 12);
      const std::uint16_t port = read16(out, 20);
      EXPECT_EQ(out, made(flow, false, flags, address, port));
      EXPECT_EQ(address, kPool + 1 + flow.mobile % 3);
      EXPECT_TRUE(port >= 1024 && port <= 40'000);
      const auto user = std::tuple(flow.mobile, unsigned{flow.mobile_port});
      EXPECT_EQ(users.try_emplace({flags != 0, address, port}, user).first->second, user);
      EXPECT_EQ(pass(true, made(flow, true, flags, address, port)),
                made(flow, true, flags, flow.mobile, flow.mobile_port));
    }
    EXPECT_TRUE(rig_->drops.empty());
  }
}

// Damaged packets, which the link admits if their IP header is whole: none is read beyond its end
// (sanitizers), and each is dropped or keeps its size.
TEST_F(NatTest, DamagedPacketsAreDroppedOrKeepTheirSize) {
  std::mt19937_64 random(11);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  StageRig hole{MtuBlackHole{.size = 68, .answers = true}};
  StageRig wall{Firewall{.protocol = Firewall::Protocol::kAll, .answer = Firewall::Answer::kIcmp}};
  const std::vector<Bytes> whole{made({}, false, 0, kMobile, 5000),
                                 made({}, false, kSyn, kMobile, 1), echo(false, 8, 7, kMobile),
                                 udp_bytes({.ipv6 = true}),
                                 error_about(made({}, false, 0, kOutside, 5000))};
  int passed = 0;
  for (int i = 0; i < 50'000; ++i) {
    Bytes bytes = whole[below(whole.size())];
    for (std::size_t edits = below(4); edits > 0; --edits) {
      bytes[below(bytes.size())] = static_cast<std::uint8_t>(random());
    }
    if (below(3) == 0 && bytes[0] == 0x45) {
      bytes.resize(20 + below(bytes.size() - 20));
      write16(bytes, 2, static_cast<std::uint32_t>(bytes.size()));
    }
    for (StageRig* rig : {rig_.get(), &hole, &wall}) {
      Packet packet = rig->packet(bytes);
      if (packet.ip().version == 0) continue;
      packet = below(2) == 0 ? rig->stage().on_arrival(std::move(packet))
                             : rig->stage().on_other_delivery(std::move(packet));
      rig->emitted.clear();
      rig->sent.clear();
      if (!packet) continue;
      EXPECT_EQ(packet.size(), packet.frame().size());
      EXPECT_NE(packet.ip().version, 0);
      ++passed;
    }
  }
  EXPECT_GT(passed, 10'000);
}

}  // namespace
}  // namespace seawind
