// SPDX-License-Identifier: GPL-3.0-or-later
// Connections of sockets of both families.
#include "workloads/agent/host_connections.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <functional>
#include <string>

#include "namespaces/netns.h"
#include "namespaces/veth.h"
#include "tests/support/eventually.h"
#include "tests/support/host_pair.h"

namespace seawind::test {
namespace {

sockaddr_in6 address_of(const std::string& text, std::uint16_t port) {
  sockaddr_in6 out{};
  out.sin6_family = AF_INET6;
  out.sin6_port = htons(port);
  EXPECT_EQ(inet_pton(AF_INET6, text.c_str(), &out.sin6_addr), 1);
  return out;
}

Fd socket_of_ipv6(int flags = 0) {
  return Fd(::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC | flags, 0));
}

bool connects(const Fd& socket, const std::string& address) {
  const sockaddr_in6 to = address_of(address, 5001);
  return ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
}

/// A server of both families on the fixed host, and the mobile host's connection of IPv4 to it.
class HostConnectionsTest : public testing::Test {
 protected:
  HostConnectionsTest() {
    on_mobile([&] { other_.expect({"10.0.0.2", "10.0.0.1"}); });
    on_fixed([&] {
      connections_.expect({"10.0.0.1", "10.0.0.2"});
      Fd listening = socket_of_ipv6();
      const sockaddr_in6 at = address_of("::", 5001);
      EXPECT_EQ(::bind(listening.get(), reinterpret_cast<const sockaddr*>(&at), sizeof at), 0);
      EXPECT_EQ(::listen(listening.get(), 1), 0);
      on_mobile([&] {
        client_ = socket_of_ipv6();
        EXPECT_TRUE(connects(client_, "::ffff:10.0.0.1"));
      });
      server_ = Fd(::accept(listening.get(), nullptr, nullptr));
    });
  }

  void on_fixed(const std::function<void()>& action) const {
    in_network_namespace(hosts_.fixed().network.get(), action);
  }
  void on_mobile(const std::function<void()>& action) const {
    in_network_namespace(hosts_.mobile().network.get(), action);
  }

  HostPair hosts_;
  HostConnections connections_;  // of the fixed host
  HostConnections other_;        // of the mobile host
  Fd server_, client_;
};

TEST_F(HostConnectionsTest, AServerOfBothFamiliesHasOpenConnectionsOfIpv4) {
  int ended = 0;
  on_fixed([&] {
    EXPECT_FALSE(connections_.closed(false));
    EXPECT_FALSE(connections_.closed(true));
    ended = connections_.end();
  });
  ASSERT_EQ(ended, 1);
  char byte = 0;
  EXPECT_EQ(::read(client_.get(), &byte, 1), -1);
  EXPECT_EQ(errno, ECONNRESET);
}

TEST_F(HostConnectionsTest, AClientOfIpv6HasAnOpenConnectionOfIpv4) {
  int ended = 0;
  on_mobile([&] {
    EXPECT_FALSE(other_.closed(true));
    ended = other_.end();
  });
  ASSERT_EQ(ended, 1);
  char byte = 0;
  EXPECT_EQ(::read(server_.get(), &byte, 1), -1);
  EXPECT_EQ(errno, ECONNRESET);
}

TEST_F(HostConnectionsTest, ThoseInTimeWaitAreEnded) {
  server_.reset();
  char byte = 0;
  EXPECT_EQ(::read(client_.get(), &byte, 1), 0);
  client_.reset();
  const auto waiting = [&] { return run_in(hosts_.fixed(), {"ss", "-Htn", "state", "time-wait"}); };
  ASSERT_TRUE(eventually([&] { return !waiting().empty(); }));
  on_fixed([&] {
    EXPECT_TRUE(connections_.closed(true));
    EXPECT_EQ(connections_.end(), 0);
  });
  EXPECT_EQ(waiting(), "");
}

TEST(HostConnections, AMobileHostBehindANat64HasConnectionsOfIpv6) {
  const HostPair root;  // an ordinary user becomes root of a user namespace
  const Fd fixed = make_network_namespace();
  const Fd mobile = make_network_namespace();
  const Fd relay = make_network_namespace();
  make_link_interfaces(fixed.get(), mobile.get(), relay.get(), "f0", "m0", 1500, false,
                       {.nat64_prefixes = {"64:ff9b::/96"}});
  in_network_namespace(mobile.get(), [] {
    HostConnections connections;
    connections.expect({"10.0.0.2", "10.0.0.1"});
    const Fd client = socket_of_ipv6(SOCK_NONBLOCK);
    EXPECT_FALSE(connects(client, "64:ff9b::10.0.0.1"));
    ASSERT_EQ(errno, EINPROGRESS);
    EXPECT_FALSE(connections.closed(true));
    EXPECT_EQ(connections.end(), 1);
  });
}

}  // namespace
}  // namespace seawind::test
