// SPDX-License-Identifier: GPL-3.0-or-later
// Two network namespaces joined by a veth pair, with the BPF programs of legacy TCP. The tests are
// skipped only where the kernel is too old or the user is not the real root.
#pragma once

#include <arpa/inet.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/tcp.h>
#include <net/if_arp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <optional>
#include <string>
#include <utility>

#include "common/error.h"
#include "controller/legacy_tcp/legacy_tcp.h"
#include "namespaces/netns.h"
#include "namespaces/veth.h"
#include "tests/support/eventually.h"

namespace seawind::test {

constexpr std::uint16_t kPort = 5001;
#ifndef SO_NETNS_COOKIE
constexpr int SO_NETNS_COOKIE = 71;
#endif
constexpr int kRtoMaxMs = 44;  // TCP_RTO_MAX_MS (Linux 6.15)

inline sockaddr_in address(const char* text) {
  sockaddr_in out{};
  out.sin_family = AF_INET;
  out.sin_port = htons(kPort);
  inet_pton(AF_INET, text, &out.sin_addr);
  return out;
}

class LegacyTcpTest : public testing::Test {
 protected:
  LegacyTcpTest() : real_root_(geteuid() == 0 && in_initial_user_namespace()) {
    // Each processor has a queue of veth's packets: a thread that moves to another one may send a
    // packet that overtakes the one before.
    cpu_set_t here;
    CPU_ZERO(&here);
    CPU_SET(static_cast<std::size_t>(sched_getcpu()), &here);
    EXPECT_EQ(sched_setaffinity(0, sizeof here, &here), 0);
    if (geteuid() != 0) enter_user_namespace();
    near_ = make_network_namespace();
    far_ = make_network_namespace();
    make_veth_pair(
        {.network_namespace = near_.get(),
         .name = "eth0",
         .address = "10.0.0.1/24",
         .mac = "02:00:00:00:00:01",
         .neighbours = {{"10.0.0.2", "02:00:00:00:00:02"}, {"10.0.0.9", "02:00:00:00:00:09"}}},
        {.network_namespace = far_.get(),
         .name = "eth0",
         .address = "10.0.0.2/24",
         .mac = "02:00:00:00:00:02",
         .neighbours = {{"10.0.0.1", "02:00:00:00:00:01"}}});
    try {
      kernel_.emplace();
    } catch (const Error& error) {
      refusal_ = error.what();
    }
  }

  void SetUp() override {
    if (kernel_) return;
    EXPECT_THAT(refusal_, testing::StartsWith("legacy TCP: "));
    ASSERT_FALSE(supported(10)) << refusal_;
    GTEST_SKIP() << refusal_;
  }

  /// Whether the documented conditions hold: the real root, Linux 6.`minor` or newer, BTF.
  bool supported(int minor) const {
    utsname kernel{};
    int major = 0;
    int found = 0;
    uname(&kernel);
    return real_root_ && access("/sys/kernel/btf/vmlinux", R_OK) == 0 &&
           std::sscanf(kernel.release, "%d.%d", &major, &found) == 2 &&
           (major > 6 || (major == 6 && found >= minor));
  }

  Fd socket_in(const Fd& where, int type = SOCK_STREAM) const {
    Fd made;
    in_network_namespace(where.get(),
                         [&] { made = Fd(::socket(AF_INET, type | SOCK_CLOEXEC, 0)); });
    return made;
  }
  std::uint64_t cookie(const Fd& where) const {
    const Fd probe = socket_in(where, SOCK_DGRAM);
    std::uint64_t out = 0;
    socklen_t size = sizeof out;
    EXPECT_EQ(getsockopt(probe.get(), SOL_SOCKET, SO_NETNS_COOKIE, &out, &size), 0);
    return out;
  }
  static tcp_info info(const Fd& connection) {
    tcp_info out{};
    socklen_t size = sizeof out;
    EXPECT_EQ(getsockopt(connection.get(), IPPROTO_TCP, TCP_INFO, &out, &size), 0);
    return out;
  }
  /// The timeout of an unanswered SYN, in us.
  std::uint32_t syn_timeout() const {
    const Fd connection = socket_in(near_);
    fcntl(connection.get(), F_SETFL, O_NONBLOCK);
    const auto to = address("10.0.0.9");
    EXPECT_EQ(connect(connection.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to), -1);
    EXPECT_EQ(errno, EINPROGRESS);
    return info(connection).tcpi_rto;
  }
  /// Bounds the first retransmission timeouts of the namespace's connections. False: the kernel is
  /// too old, and the refusal names this reason.
  bool bounded(const Fd& where, Duration limit) {
    try {
      kernel_->set_timeouts(cookie(where), {.data = limit});
      return true;
    } catch (const Error& error) {
      EXPECT_FALSE(supported(15)) << error.what();
      EXPECT_THAT(error.what(), testing::HasSubstr("it needs Linux 6.15 or newer"));
      return false;
    }
  }
  /// The bound of the retransmission timeout of a connection, in ms.
  static int bound(const Fd& connection) {
    int out = 0;
    socklen_t size = sizeof out;
    EXPECT_EQ(getsockopt(connection.get(), IPPROTO_TCP, kRtoMaxMs, &out, &size), 0);
    return out;
  }
  /// Lets packets from `sender` arrive at the other namespace, or drops them, from now on.
  void let_through(const Fd& sender, bool arrives) const {
    const bool from_near = &sender == &near_;
    arpreq entry{};
    const auto to = address(from_near ? "10.0.0.2" : "10.0.0.1");
    std::memcpy(&entry.arp_pa, &to, sizeof to);
    entry.arp_ha.sa_family = ARPHRD_ETHER;
    entry.arp_ha.sa_data[0] = 2;
    entry.arp_ha.sa_data[5] = static_cast<char>(!arrives ? 0x77 : from_near ? 2 : 1);
    entry.arp_flags = ATF_COM | ATF_PERM;
    std::strcpy(entry.arp_dev, "eth0");
    EXPECT_EQ(ioctl(socket_in(sender, SOCK_DGRAM).get(), SIOCSARP, &entry), 0);
  }
  /// Sets a TCP sysctl in the namespace.
  static void set_tcp(const Fd& where, const char* name, int value) {
    in_network_namespace(where.get(), [&] {
      std::ofstream(std::string("/proc/sys/net/ipv4/tcp_") + name) << value << std::flush;
    });
  }
  static void send_segments(const Fd& connection, int segments) {
    const std::string segment(info(connection).tcpi_snd_mss, 'x');
    for (int i = 0; i < segments; ++i)
      ASSERT_EQ(send(connection.get(), segment.data(), segment.size(), 0),
                static_cast<ssize_t>(segment.size()));
  }
  struct Connection {
    Fd sender;
    Fd receiver;
  };
  Connection connected(std::string_view control = "reno", int dscp = 0) const {
    const Fd listener = socket_in(far_);
    const int yes = 1;
    setsockopt(listener.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    const auto here = address("10.0.0.2");
    EXPECT_EQ(bind(listener.get(), reinterpret_cast<const sockaddr*>(&here), sizeof here), 0);
    EXPECT_EQ(listen(listener.get(), 1), 0);
    Fd sender = socket_in(near_);
    EXPECT_TRUE(choose(sender, control)) << control;
    const int tos = dscp << 2;
    EXPECT_EQ(setsockopt(sender.get(), IPPROTO_IP, IP_TOS, &tos, sizeof tos), 0);
    EXPECT_EQ(connect(sender.get(), reinterpret_cast<const sockaddr*>(&here), sizeof here), 0);
    return {std::move(sender), Fd(accept(listener.get(), nullptr, nullptr))};
  }
  static bool choose(const Fd& connection, std::string_view name) {
    return setsockopt(connection.get(), IPPROTO_TCP, TCP_CONGESTION, name.data(),
                      static_cast<socklen_t>(name.size())) == 0;
  }
  /// Sends `bytes` from near to far with the given congestion control and delayed ACKs. Returns
  /// tcp_info after the last byte has been acknowledged.
  tcp_info transfer(std::string_view control, std::size_t bytes) const {
    const Connection connection = connected(control);
    const Fd& sender = connection.sender;
    const Fd& receiver = connection.receiver;
    fcntl(sender.get(), F_SETFL, O_NONBLOCK);
    std::array<char, 65536> buffer{};
    std::size_t sent = 0;
    std::size_t got = 0;
    EXPECT_TRUE(eventually([&] {
      if (sent < bytes) {
        const auto n = send(sender.get(), buffer.data(), std::min(buffer.size(), bytes - sent), 0);
        if (n > 0) sent += static_cast<std::size_t>(n);
      }
      const auto n = recv(receiver.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
      if (n > 0) got += static_cast<std::size_t>(n);
      return got == bytes && info(sender).tcpi_unacked == 0;
    }));
    return info(sender);
  }

  const bool real_root_;  // before the test entered a user namespace
  Fd near_;
  Fd far_;
  std::optional<LegacyTcpPrograms> kernel_;
  std::string refusal_;
};

}  // namespace seawind::test
