// SPDX-License-Identifier: GPL-3.0-or-later
// A running daemon relays real packets.
#include <gmock/gmock.h>
#include <net/if.h>
#include <sys/ioctl.h>

#include <cstring>
#include <ctime>
#include <map>

#include "common/clock_ns.h"
#include "common/event_log.h"
#include "tests/system/daemon/daemon_fixture.h"

namespace seawind::test {
namespace {

Time now() {
  return Time::from_ns(clock_ns(CLOCK_MONOTONIC));
}

/// Sets an interface up or down.
void set_up(const NetNamespace& where, const char* name, bool up) {
  where.run([&] {
    const Fd socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    ifreq request{};
    std::strncpy(request.ifr_name, name, IFNAMSIZ - 1);
    ASSERT_EQ(::ioctl(socket.get(), SIOCGIFFLAGS, &request), 0);
    request.ifr_flags =
        static_cast<short>(up ? request.ifr_flags | IFF_UP : request.ifr_flags & ~IFF_UP);
    ASSERT_EQ(::ioctl(socket.get(), SIOCSIFFLAGS, &request), 0);
  });
}

void set_mtu(const NetNamespace& where, const char* name, int mtu) {
  where.run([&] {
    const Fd socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    ifreq request{};
    std::strncpy(request.ifr_name, name, IFNAMSIZ - 1);
    request.ifr_mtu = mtu;
    ASSERT_EQ(::ioctl(socket.get(), SIOCSIFMTU, &request), 0);
  });
}

class PortKinds : public DaemonTest, public testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, PortKinds, testing::Values("ring", "super"));

TEST_P(PortKinds, DelayHoldsAndEveryPacketIsAccountedFor) {
  // 1000 IP bytes at 80 Mbit/s: 100 us of transmission, then 20 ms.
  CreateLinkRequest request = create_request(plain_hop(80'000'000, Duration::milliseconds(20)));
  request.set_port_kind(GetParam());
  request.set_event_log("link.swlog");
  const grpc::Status status = create(request);
  ASSERT_TRUE(status.ok()) << status.error_message();

  const UdpSocket fixed(bed_.fixed, 1);
  const UdpSocket mobile(bed_.mobile, 2);
  constexpr int kRounds = 50;
  fixed.send(2, 972);  // resolves the address; ARP bypasses the model
  ASSERT_TRUE(mobile.receive()) << daemon_.messages();
  for (int i = 0; i < kRounds; ++i) {
    const Time sent = now();
    fixed.send(2, 972);
    ASSERT_EQ(mobile.receive(), 972U);
    const Duration took = now() - sent;
    EXPECT_GE(took, Duration::microseconds(20'100));
    EXPECT_LT(took, Duration::seconds(2));
  }
  mobile.send(1, 100);
  ASSERT_EQ(fixed.receive(), 100U);

  const LinkReport last = remove();
  EXPECT_EQ(last.downlink().received_packets(), kRounds + 1U);
  EXPECT_EQ(last.downlink().delivered_bytes(), (kRounds + 1U) * 1000);
  EXPECT_EQ(last.uplink().delivered_packets(), 1U);
  expect_identity(last.downlink());
  expect_identity(last.uplink());
  EXPECT_EQ(last.fidelity().releases(), kRounds + 2U);
  EXPECT_GE(last.fidelity().bypassed_frames(), 2U);
  EXPECT_EQ(last.fidelity().capture_drops(), 0U);
  EXPECT_EQ(last.fidelity().inject_failures(), 0U);
  EXPECT_EQ(last.fidelity().interface_changes(), 0U);
  EXPECT_EQ(last.fidelity().log_overruns(), 0U);
  EXPECT_EQ(last.log_error(), "");

  EventLogReader log(directory_.root() / "link.swlog");
  std::map<EventKind, std::uint64_t> events;
  std::int64_t previous = 0;
  while (const auto entry = log.next()) {
    EXPECT_GE(entry->event.time_ns, previous);
    previous = entry->event.time_ns;
    ++events[entry->event.kind];
    if (entry->event.kind == EventKind::kArrival) {
      EXPECT_EQ(entry->snap.size(), 96U);
    }
  }
  EXPECT_FALSE(log.truncated());
  EXPECT_EQ(events[EventKind::kArrival], kRounds + 2U);
  EXPECT_EQ(events[EventKind::kTransmitStart], kRounds + 2U);
  EXPECT_EQ(events[EventKind::kDelivered], kRounds + 2U);
}

TEST_P(PortKinds, ABurstKeepsItsOrderAndItsRate) {
  // 20 packets of 500 bytes at 4 Mbit/s: one millisecond each.
  CreateLinkRequest request = create_request(plain_hop(4'000'000, Duration()));
  request.set_port_kind(GetParam());
  ASSERT_TRUE(create(request).ok());
  const UdpSocket fixed(bed_.fixed, 1);
  const UdpSocket mobile(bed_.mobile, 2);
  fixed.send(2, 1);
  ASSERT_TRUE(mobile.receive());
  const Time begun = now();
  for (std::size_t i = 0; i < 20; ++i) fixed.send(2, 472 + i);
  for (std::size_t i = 0; i < 20; ++i) ASSERT_EQ(mobile.receive(), 472 + i);
  EXPECT_GE(now() - begun, Duration::milliseconds(20));
  expect_identity(remove().downlink());
}

TEST_F(DaemonTest, APacketLargerThanAllowedIsCountedAsOversize) {
  HopSpec hop = plain_hop(80'000'000, Duration());
  hop.mutable_link()->mutable_downlink()->set_max_packet_size(576);
  ASSERT_TRUE(create(create_request(hop)).ok());
  const UdpSocket fixed(bed_.fixed, 1);
  const UdpSocket mobile(bed_.mobile, 2);
  fixed.send(2, 549);  // 577 bytes with the headers
  fixed.send(2, 548);
  ASSERT_EQ(mobile.receive(), 548U);
  const LinkReport last = remove();
  ASSERT_EQ(last.downlink().drops_size(), 1);
  EXPECT_EQ(last.downlink().drops(0).reason(), "oversize");
  EXPECT_EQ(last.downlink().drops(0).packets(), 1U);
  EXPECT_EQ(last.downlink().drops(0).bytes(), 577U);
  EXPECT_EQ(last.downlink().delivered_packets(), 1U);
  expect_identity(last.downlink());
}

// The kernel drops what a host sends to an interface that is down; no counter of the daemon
// includes it.
TEST_P(PortKinds, AnInterfaceThatWasDownIsReported) {
  CreateLinkRequest request = create_request(plain_hop(80'000'000, Duration()));
  request.set_port_kind(GetParam());
  ASSERT_TRUE(create(request).ok());
  EXPECT_EQ(report().fidelity().interface_changes(), 0U);
  set_up(bed_.relay, "fixed0", false);
  set_up(bed_.relay, "fixed0", true);
  const auto relay_end = report().fidelity().interface_changes();
  EXPECT_GE(relay_end, 2U);
  set_up(bed_.mobile, "eth0", false);
  set_up(bed_.mobile, "eth0", true);
  EXPECT_GE(report().fidelity().interface_changes(), relay_end + 2) << "the host's end";
  remove();
}

// A host whose MTU is larger than that of the relay's interface sends what the kernel drops.
TEST_P(PortKinds, PacketsThatAnInterfaceDropsAreReported) {
  CreateLinkRequest request = create_request(plain_hop(80'000'000, Duration()));
  request.set_port_kind(GetParam());
  ASSERT_TRUE(create(request).ok());
  const UdpSocket fixed(bed_.fixed, 1);
  const UdpSocket mobile(bed_.mobile, 2);
  mobile.send(1, 100);
  ASSERT_EQ(fixed.receive(), 100U);
  EXPECT_EQ(report().fidelity().interface_drops(), 0U);
  set_mtu(bed_.mobile, "eth0", 9000);
  mobile.send(1, 5000);
  mobile.send(1, 101);
  ASSERT_EQ(fixed.receive(), 101U);
  EXPECT_EQ(remove().fidelity().interface_drops(), 1U);
}

TEST_F(DaemonTest, ALinkChangesWhilePacketsPass) {
  ASSERT_TRUE(create(create_request(plain_hop(80'000'000, Duration()))).ok());
  const UdpSocket fixed(bed_.fixed, 1);
  const UdpSocket mobile(bed_.mobile, 2);
  fixed.send(2, 10);
  ASSERT_TRUE(mobile.receive());
  const grpc::Status status = change(plain_hop(80'000'000, Duration::milliseconds(150)));
  ASSERT_TRUE(status.ok()) << status.error_message();
  const Time sent = now();
  fixed.send(2, 11);
  ASSERT_EQ(mobile.receive(), 11U);
  EXPECT_GE(now() - sent, Duration::milliseconds(150));
  expect_identity(remove().downlink());
}

}  // namespace
}  // namespace seawind::test
