// SPDX-License-Identifier: GPL-3.0-or-later
// Each function of the base station at work on real traffic: the same traffic without it and with
// it, in numbers (experiments B1.5; B7 P1, P4, F3, T8).
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <thread>

#include "common/error.h"
#include "tests/support/eventually.h"
#include "tests/system/link/stage_fixture.h"

namespace seawind::test {
namespace {

using Clock = std::chrono::steady_clock;

void send_all(const Fd& to, std::size_t bytes) {
  const std::string chunk(16'384, 'x');
  while (bytes > 0) {
    const ssize_t sent = ::send(to.get(), chunk.data(), std::min(bytes, chunk.size()), 0);
    if (sent < 0) throw system_error("send");
    bytes -= static_cast<std::size_t>(sent);
  }
}

std::size_t receive_all(const Fd& from, std::size_t bytes) {
  char chunk[65536];
  std::size_t got = 0;
  while (got < bytes) {
    pollfd waiting{from.get(), POLLIN, 0};
    if (::poll(&waiting, 1, 20'000) <= 0) break;
    const ssize_t part = ::recv(from.get(), chunk, sizeof chunk, 0);
    if (part <= 0) break;
    got += static_cast<std::size_t>(part);
  }
  return got;
}

/// Reno without SACK, timestamps, F-RTO and early retransmit, as the studies had it.
void old_tcp(const OneLinkBed& bed) {
  for (const NetNamespace* host : {&bed.fixed, &bed.mobile}) {
    set_sysctl(*host, "tcp_sack", "0");
    set_sysctl(*host, "tcp_timestamps", "0");
    set_sysctl(*host, "tcp_frto", "0");
    set_sysctl(*host, "tcp_recovery", "0");
    set_sysctl(*host, "tcp_max_reordering", "3");
    set_sysctl(*host, "tcp_congestion_control", "reno");
    set_sysctl(*host, "tcp_no_metrics_save", "1");
  }
}

struct Transfer {
  double seconds = 0;
  SenderStatistics sender;
  LinkReport link;
};

/// `bytes` from the fixed to the mobile host, every one checked to arrive.
Transfer transfer(const OneLinkBed& bed, std::size_t bytes) {
  const Connection connection = connect_hosts(bed);
  const auto begun = Clock::now();
  std::thread sender([&] { send_all(connection.fixed, bytes); });
  EXPECT_EQ(receive_all(connection.mobile, bytes), bytes);
  sender.join();
  Transfer out;
  out.seconds = std::chrono::duration<double>(Clock::now() - begun).count();
  out.sender = statistics_of(connection.fixed);
  return out;
}

void print_effect(const char* what, double before, double after) {
  std::cout << what << ": " << before << " without, " << after << " with\n";
}

// -------------------------------------------------------------------------------- packet control

class PacketControlSystem : public StageTest {
 protected:
  Transfer run(const std::string& stage, const std::string& downlink, const std::string& channel,
               std::size_t bytes) {
    start_link(downlink,
               "  rate_base: 10Mbit/s\n  propagation_delay: 20ms\n"
               "  link_send_buffer_size: 1000pkt\n",
               stage, channel);
    if (HasFatalFailure()) return {};
    Transfer out = transfer(bed_, bytes);
    out.link = end_link();
    return out;
  }
};

// Delays redrawn every half millisecond reorder segments; each run of duplicate ACKs looks like a
// loss to Reno. With the threshold at 12 fewer of them reach the sender (experiments P1).
TEST_F(PacketControlSystem, TheAckFilterSparesTheSenderSpuriousFastRetransmits) {
  old_tcp(bed_);
  const std::string downlink =
      "  rate_base: 4Mbit/s\n"
      "  propagation_delay: {mixture: {parts: [{weight: 80, min: 20ms, max: 22ms},"
      " {weight: 20, min: 28ms, max: 36ms}]}}\n"
      "  delay_redraw_interval: 500us\n"
      "  reordering: true\n"
      "  link_send_buffer_size: 100pkt\n";
  const Transfer before = run("", downlink, "", 1'000'000);
  const Transfer after = run("{packet_control: {threshold: 12}}", downlink, "", 1'000'000);
  print_effect("segments retransmitted", before.sender.retransmitted, after.sender.retransmitted);
  print_effect("seconds", before.seconds, after.seconds);
  print_effect("ACKs filtered", static_cast<double>(drops(before.link.uplink(), "ack_filter")),
               static_cast<double>(drops(after.link.uplink(), "ack_filter")));
  EXPECT_EQ(drops(before.link.uplink(), "ack_filter"), 0U);
  EXPECT_GT(drops(after.link.uplink(), "ack_filter"), 10U);
  EXPECT_GT(before.sender.retransmitted, 5U);
  EXPECT_LT(after.sender.retransmitted * 2, before.sender.retransmitted);
}

// A blocking of 2 s makes the sender time out and go back. The segments that it repeats have been
// received, and acknowledged before their transmission on the radio (experiments P4).
TEST_F(PacketControlSystem, TheDataFilterKeepsRepetitionsOffTheRadio) {
  old_tcp(bed_);
  const std::string channel = "outages: [{at: 1s, length: 2s}]\n";
  const std::string downlink =
      "  queue_max_length: 1pkt\n"
      "  rate_base: 1Mbit/s\n"
      "  propagation_delay: 20ms\n"
      "  link_send_buffer_size: 2pkt\n";
  constexpr std::size_t kBytes = 300'000;
  const Transfer before = run("", downlink, channel, kBytes);
  const Transfer after = run("{packet_control: {threshold: 12}}", downlink, channel, kBytes);
  const auto useless = [](const Transfer& t) {  // bytes on the radio beyond those needed
    return static_cast<double>(t.link.downlink().delivered_bytes()) - kBytes * 1500.0 / 1460.0;
  };
  print_effect("segments retransmitted", before.sender.retransmitted, after.sender.retransmitted);
  print_effect("segments filtered", 0,
               static_cast<double>(drops(after.link.downlink(), "data_filter")));
  print_effect("bytes repeated on the radio", useless(before), useless(after));
  EXPECT_GT(before.sender.retransmitted, 0U);
  EXPECT_GT(drops(after.link.downlink(), "data_filter"), 0U);
  EXPECT_LT(useless(after), useless(before));
}

// ------------------------------------------------------------------------------------ Fast Reset

class FastResetSystem : public StageTest {
 protected:
  /// The mobile host resets the connection while 150 kB wait; IP bytes delivered to it after that.
  LinkReport run(const std::string& stage) {
    start_link(
        "  queue_max_length: 1pkt\n  rate_base: 400kbit/s\n  propagation_delay: 50ms\n"
        "  link_send_buffer_size: 2pkt\n",
        "  rate_base: 1Mbit/s\n  propagation_delay: 50ms\n  link_send_buffer_size: 1000pkt\n",
        stage);
    if (HasFatalFailure()) return {};
    Connection connection = connect_hosts(bed_);
    std::thread sender([&] {
      const std::string bytes(150'000, 'x');
      (void)!::send(connection.fixed.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    });
    EXPECT_GE(receive_all(connection.mobile, 40'000), 40'000U);
    const linger reset{1, 0};
    ::setsockopt(connection.mobile.get(), SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    connection.mobile.reset();
    sender.join();
    // The reset is on its way; once it is there the sender sends no more, and the link runs empty.
    EXPECT_TRUE(eventually([this] {
      const LinkReport now = report();
      return now.downlink().held_packets() == 0 && now.uplink().held_packets() == 0;
    }));
    return end_link();
  }
};

TEST_F(FastResetSystem, PacketsThatWaitForAResetConnectionAreNotSent) {
  const LinkReport before = run(""), after = run("{fast_reset: {}}");
  print_effect("packets over the radio", static_cast<double>(before.downlink().delivered_packets()),
               static_cast<double>(after.downlink().delivered_packets()));
  print_effect("packets discarded", static_cast<double>(drops(before.downlink(), "fast_reset")),
               static_cast<double>(drops(after.downlink(), "fast_reset")));
  EXPECT_EQ(drops(before.downlink(), "fast_reset"), 0U);
  EXPECT_GT(drops(after.downlink(), "fast_reset"), 5U);
  EXPECT_LT(after.downlink().delivered_packets() + 5, before.downlink().delivered_packets());
  expect_identity(before.downlink());
  expect_identity(after.downlink());
}

// ------------------------------------------------------------------- lifetime and drop from head

class DatagramSystem : public StageTest {
 protected:
  struct Got {
    std::vector<std::size_t> payloads;  // bytes, in order of arrival
    LinkReport link;
  };
  /// 40 datagrams of 552, 553, ... bytes at once over 64 kbit/s, some 73 ms each, 100 ms away.
  Got burst(const std::string& stage, int router_packets = 1000,
            const std::string& ip_option = "") {
    Got got;
    start_link(
        "  queue_max_length: 1pkt\n  rate_base: 64kbit/s\n  propagation_delay: 100ms\n"
        "  link_send_buffer_size: 1pkt\n",
        "  rate_base: 1Mbit/s\n  link_send_buffer_size: 1000pkt\n", stage, "", router_packets);
    if (HasFatalFailure()) return got;
    const UdpSocket fixed(bed_.fixed, 1), mobile(bed_.mobile, 2);
    fixed.send(2, 1);  // resolves the address before the burst
    EXPECT_EQ(mobile.receive(), 1U);
    if (!ip_option.empty()) fixed.set_ip_options(ip_option);
    for (std::size_t i = 0; i < kBurst; ++i) fixed.send(2, 552 + i);
    while (const auto payload = mobile.receive(Duration::seconds(4))) {
      got.payloads.push_back(*payload);
    }
    got.link = end_link();
    return got;
  }
  static constexpr std::size_t kBurst = 40;
  static std::string lifetime(char treatment, int ms) {
    std::string option("\x9e\x08\x00\x03\x00\x00\x00\x00", 8);
    option[2] = static_cast<char>(treatment << 4);
    option[6] = static_cast<char>(ms >> 8);
    option[7] = static_cast<char>(ms & 255);
    return option;
  }
};

TEST_F(DatagramSystem, StalePacketsTakeNoAirTime) {
  const std::string option = lifetime(1, 1500);
  const Got before = burst("", 1000, option);
  const Got after = burst("{lifetime_discard: {}}", 1000, option);
  print_effect("datagrams received", static_cast<double>(before.payloads.size()),
               static_cast<double>(after.payloads.size()));
  EXPECT_EQ(before.payloads.size(), kBurst);
  // The n-th needs n x 73.75 ms or more and 100 ms: 18 or 19 are in time.
  const std::uint64_t stale = drops(after.link.downlink(), "lifetime");
  EXPECT_EQ(after.payloads.size() + stale, kBurst);
  EXPECT_GE(after.payloads.size(), 16U);
  EXPECT_LE(after.payloads.size(), 19U);
  expect_identity(after.link.downlink());
}

TEST_F(DatagramSystem, HeadercastingSendsTheHeadersOfStalePackets) {
  const std::string option = lifetime(2, 1500);
  const Got cast = burst("{lifetime_discard: {headercasting: true}}", 1000, option);
  const auto empty =
      static_cast<std::size_t>(std::count(cast.payloads.begin(), cast.payloads.end(), 0U));
  print_effect("datagrams without payload", 0, static_cast<double>(empty));
  EXPECT_EQ(cast.payloads.size(), kBurst) << "the receiver's kernel took every header";
  EXPECT_GE(empty, 21U);
  EXPECT_LE(empty, 24U);
}

// Ten may wait either way: at the tail the newest are lost, at the head the oldest.
TEST_F(DatagramSystem, DropFromHeadKeepsTheNewest) {
  const Got before = burst("", 10), after = burst("{drop_from_head: {limit: 10pkt}}", 1000);
  ASSERT_FALSE(before.payloads.empty());
  ASSERT_FALSE(after.payloads.empty());
  print_effect(
      "largest (newest) datagram received",
      static_cast<double>(*std::max_element(before.payloads.begin(), before.payloads.end())),
      static_cast<double>(after.payloads.back()));
  EXPECT_GT(drops(before.link.downlink(), "router_full"), 20U);
  EXPECT_LT(before.payloads.back(), 552 + 20U);
  EXPECT_GT(drops(after.link.downlink(), "head_drop"), 20U);
  EXPECT_EQ(after.payloads.back(), 552 + kBurst - 1);
  expect_identity(after.link.downlink());
}

}  // namespace
}  // namespace seawind::test
