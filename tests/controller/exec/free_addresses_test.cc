// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/free_addresses.h"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstring>

#include "common/fds.h"

namespace seawind {
namespace {

constexpr Network network(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d,
                          int length) {
  return {a << 24U | b << 16U | c << 8U | d, length};
}

constexpr Network address(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  return network(a, b, c, d, 32);
}

TEST(FreeAddresses, AreTheFirstWhoseNetworkNobodyUses) {
  EXPECT_EQ(choose_addresses({}).hosts.fixed, "10.0.0.1");
  EXPECT_EQ(choose_addresses({address(127, 0, 0, 1), address(192, 168, 0, 7)}).hosts.mobile,
            "10.0.0.2");
  const FreeAddresses second = choose_addresses({address(10, 0, 0, 2)});
  EXPECT_EQ(second.hosts.fixed, "10.1.0.1");
  EXPECT_EQ(second.outside_network, "10.1.1.0/24");
  EXPECT_EQ(second.name_server, "10.1.1.3");
  EXPECT_EQ(second.gateway, "10.1.1.1");
  EXPECT_EQ(second.gateway_client, "10.1.1.2");
  EXPECT_EQ(second.number, 1);
  EXPECT_TRUE(second.unused);
  EXPECT_EQ(choose_addresses({address(10, 1, 0, 2), address(10, 0, 0, 2)}).hosts.fixed, "10.2.0.1");
}

TEST(FreeAddresses, TheOtherEndOfAConnectionIsTaken) {
  const Fd server(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in there{};
  there.sin_family = AF_INET;
  there.sin_addr.s_addr = htonl(127U << 24U | 0x050607);
  socklen_t size = sizeof there;
  ASSERT_EQ(bind(server.get(), reinterpret_cast<sockaddr*>(&there), size), 0);
  ASSERT_EQ(listen(server.get(), 1), 0);
  ASSERT_EQ(getsockname(server.get(), reinterpret_cast<sockaddr*>(&there), &size), 0);
  // The same address as a socket of IPv6 has it.
  sockaddr_in6 mapped{};
  mapped.sin6_family = AF_INET6;
  mapped.sin6_port = there.sin_port;
  mapped.sin6_addr.s6_addr[10] = mapped.sin6_addr.s6_addr[11] = 0xff;
  std::memcpy(&mapped.sin6_addr.s6_addr[12], &there.sin_addr, sizeof there.sin_addr);
  const auto is_taken = [](const Network& one) {
    return one.address == (127U << 24U | 0x050607) && one.length == 32;
  };
  const auto taken_over = [&](const auto& address) {
    const Fd client(socket(reinterpret_cast<const sockaddr&>(address).sa_family,
                           SOCK_STREAM | SOCK_CLOEXEC, 0));
    EXPECT_EQ(connect(client.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address),
              0);
    return std::ranges::any_of(taken_networks(), is_taken);
  };
  EXPECT_TRUE(std::ranges::none_of(taken_networks(), is_taken));
  EXPECT_TRUE(taken_over(there));
  EXPECT_TRUE(taken_over(mapped));
}

TEST(FreeAddresses, TheNetworkIncludesThatOfTheUplink) {
  EXPECT_EQ(choose_addresses({address(10, 0, 1, 255)}).hosts.fixed, "10.1.0.1");
  EXPECT_EQ(choose_addresses({address(10, 0, 2, 0)}).hosts.fixed, "10.0.0.1");
}

TEST(FreeAddresses, NoNetworkOverlaps) {
  EXPECT_EQ(choose_addresses({network(10, 0, 0, 0, 16)}).hosts.fixed, "10.1.0.1");
  EXPECT_EQ(choose_addresses({network(10, 0, 0, 0, 15)}).hosts.fixed, "10.2.0.1");
  EXPECT_EQ(choose_addresses({network(10, 0, 1, 128, 25)}).hosts.fixed, "10.1.0.1");
  EXPECT_EQ(choose_addresses({network(10, 0, 2, 0, 24)}).hosts.fixed, "10.0.0.1");
  EXPECT_FALSE(choose_addresses({network(10, 0, 0, 0, 8)}).unused);
}

TEST(FreeAddresses, AnInterfaceHasANetwork) {
  const auto seven = network_of("seawind-7");
  ASSERT_TRUE(seven);
  EXPECT_EQ(choose_addresses({*seven}).number, 0);
  EXPECT_EQ(seven->address, 10U << 24U | 7U << 16U);
  EXPECT_EQ(seven->length, 23);
  for (const char* other : {"seawind-256", "seawind-", "seawind-7x", "eth7"})
    EXPECT_FALSE(network_of(other)) << other;
}

TEST(FreeAddresses, AreTheFirstWhenAllAreUsed) {
  std::vector<Network> all;
  for (std::uint32_t n = 0; n < 256; ++n) all.push_back(address(10, n, 0, 9));
  EXPECT_EQ(choose_addresses(all).hosts.fixed, "10.0.0.1");
  EXPECT_FALSE(choose_addresses(all).unused);
}

}  // namespace
}  // namespace seawind
