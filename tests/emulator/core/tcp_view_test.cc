// SPDX-License-Identifier: GPL-3.0-or-later
// Parsing of TCP headers, without reads out of bounds.
#include "emulator/core/tcp_view.h"

#include "emulator/core/random.h"
#include "tests/emulator/core/packet_fixture.h"
#include "tests/support/tcp_bytes.h"

namespace seawind {
namespace {

using namespace test;
using Bytes = std::vector<std::uint8_t>;

using TcpViewTest = PacketFixture;

TEST_F(TcpViewTest, ReadsEveryField) {
  for (const bool ipv6 : {false, true}) {
    const Packet p = packet_of(tcp_bytes({.ipv6 = ipv6,
                                          .sequence = 0xfffffff0,
                                          .acknowledgement = 77,
                                          .flags = kAck | kFin,
                                          .window = 4321,
                                          .payload = 100,
                                          .tcp_options = {1, 1, 8, 10, 0, 0, 1, 2, 0, 0, 3, 4},
                                          .ethernet = true}),
                               14);
    const auto view = tcp_view(p);
    ASSERT_TRUE(view);
    EXPECT_EQ(view->source_port, 5001);
    EXPECT_EQ(view->destination_port, 80);
    EXPECT_EQ(view->sequence, 0xfffffff0);
    EXPECT_EQ(view->acknowledgement, 77u);
    EXPECT_EQ(view->window, 4321);
    EXPECT_EQ(view->header_bytes, 32);
    EXPECT_EQ(view->payload_bytes, 100u);
    EXPECT_TRUE(view->ack() && view->fin() && !view->syn() && !view->rst());
    EXPECT_EQ(view->length(), 101u);
    EXPECT_EQ(view->sequence_end(), 85u);  // wraps around the sequence space
    EXPECT_FALSE(view->pure_ack());
    ASSERT_TRUE(view->timestamps);
    EXPECT_EQ(view->timestamps->value, 0x102u);
    EXPECT_EQ(view->timestamps->echo, 0x304u);
  }
}

TEST_F(TcpViewTest, AnAcknowledgementWithSackBlocksIsPure) {
  const auto ack =
      tcp_view(packet_of(tcp_bytes({.tcp_options = {1, 1, 5, 10, 0, 0, 0, 1, 0, 0, 0, 2}})));
  EXPECT_TRUE(ack->pure_ack());
}

TEST_F(TcpViewTest, RecognizesPureAcknowledgements) {
  const auto pure = [this](std::uint8_t flags, std::size_t payload) {
    return tcp_view(packet_of(tcp_bytes({.flags = flags, .payload = payload})))->pure_ack();
  };
  EXPECT_TRUE(pure(kAck, 0));
  EXPECT_TRUE(pure(kAck | kPsh, 0));
  EXPECT_FALSE(pure(kAck, 1));
  EXPECT_FALSE(pure(kAck | kSyn, 0));
  EXPECT_FALSE(pure(kAck | kFin, 0));
  EXPECT_FALSE(pure(kAck | kRst, 0));
  EXPECT_FALSE(pure(kPsh, 0));
}

TEST_F(TcpViewTest, OtherProtocolsFragmentsAndHeadersCutShortAreNone) {
  EXPECT_FALSE(tcp_view(packet_of(udp_bytes({.payload = 30}))));
  Bytes bytes = tcp_bytes({.payload = 30});
  bytes[6] = 0x20;  // the first fragment
  EXPECT_FALSE(tcp_view(packet_of(bytes)));
  bytes[6] = 0;
  bytes[7] = 5;  // a later fragment
  EXPECT_FALSE(tcp_view(packet_of(bytes)));
  for (const std::uint8_t offset : std::initializer_list<std::uint8_t>{0x00, 0x40, 0xf0}) {
    bytes = tcp_bytes({.payload = 30});
    bytes[32] = offset;
    EXPECT_FALSE(tcp_view(packet_of(bytes))) << int{offset};
  }
  bytes = tcp_bytes({});
  bytes.resize(39);
  bytes[3] = 39;
  EXPECT_FALSE(tcp_view(packet_of(bytes)));
  EXPECT_FALSE(tcp_view(packet_of({})));
}

TEST_F(TcpViewTest, AnIpv6FragmentIsNoneButAnAtomicOneIs) {
  Bytes bytes = tcp_bytes({.ipv6 = true, .payload = 8});
  const Bytes fragment{6, 0, 0, 0, 0, 0, 0, 9};
  bytes.insert(bytes.begin() + 40, fragment.begin(), fragment.end());
  bytes[6] = 44;
  bytes[5] = static_cast<std::uint8_t>(bytes.size() - 40);
  ASSERT_TRUE(tcp_view(packet_of(bytes)));
  EXPECT_EQ(tcp_view(packet_of(bytes))->payload_bytes, 8u);
  bytes[43] = 1;  // more fragments
  EXPECT_FALSE(tcp_view(packet_of(bytes)));
}

TEST_F(TcpViewTest, MalformedOptionsEndTheReadingOfOptions) {
  const Bytes stamp{8, 10, 0, 0, 0, 1, 0, 0, 0, 2};
  for (const Bytes& bad : {Bytes{30, 0}, Bytes{30, 1}, Bytes{30, 11}, Bytes{0, 1}}) {
    Bytes options = bad;
    options.insert(options.end(), stamp.begin(), stamp.end());
    const auto view = tcp_view(packet_of(tcp_bytes({.payload = 4, .tcp_options = options})));
    ASSERT_TRUE(view);
    EXPECT_FALSE(view->timestamps);
    EXPECT_EQ(view->payload_bytes, 4u);
  }
  // An option whose length byte is outside the header.
  EXPECT_TRUE(tcp_view(packet_of(tcp_bytes({.tcp_options = {1, 1, 1, 8}}))));
}

// Random bytes; the sanitizers check the reads.
TEST_F(TcpViewTest, RandomBytesAreReadWithinBounds) {
  RandomStream random(1, "tcp_view");
  int seen = 0;
  for (int round = 0; round < 20'000; ++round) {
    Bytes bytes = tcp_bytes({.ipv6 = round % 2 == 0, .payload = round % 5U});
    for (int change = 0; change < 3; ++change) {
      bytes[random.next() % bytes.size()] = static_cast<std::uint8_t>(random.next());
    }
    bytes.resize(random.next() % 4 == 0 ? random.next() % bytes.size() : bytes.size());
    if (tcp_view(packet_of(bytes))) ++seen;
  }
  EXPECT_GT(seen, 1000);
}

TEST(SequenceOrder, HoldsAcrossTheEndOfTheNumbers) {
  EXPECT_TRUE(sequence_before(0xffffffff, 0));
  EXPECT_FALSE(sequence_before(0, 0xffffffff));
  EXPECT_FALSE(sequence_before(5, 5));
  EXPECT_TRUE(sequence_before(0x7fffffff, 0x80000000));
}

}  // namespace
}  // namespace seawind
