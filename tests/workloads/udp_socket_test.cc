// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/udp_socket.h"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <vector>

namespace seawind {
namespace {

/// Sends so many datagrams of 50 000 bytes to the socket itself, and then reads. Returns how many
/// arrived.
int arrived_of(int sent, int socket) {
  sockaddr_in own{};
  socklen_t size = sizeof own;
  getsockname(socket, reinterpret_cast<sockaddr*>(&own), &size);
  std::vector<char> buffer(50'000);
  for (int i = 0; i < sent; ++i) EXPECT_TRUE(send_datagram(socket, buffer, own));
  int arrived = 0;
  while (receive_datagram(socket, buffer, "receive")) ++arrived;
  return arrived;
}

TEST(UdpSocket, WhatAFullBufferHasNoRoomForIsCounted) {
  constexpr int kMany = 2000;  // 100 MB, three times the largest buffer
  const Fd socket = bound_udp_socket("127.0.0.1", 0, 0);
  EXPECT_EQ(arrived_of(3, socket.get()), 3);
  EXPECT_EQ(lost_datagrams(), 0);
  const int arrived = arrived_of(kMany, socket.get());
  EXPECT_GT(arrived, 0);
  EXPECT_LT(arrived, kMany);
  EXPECT_EQ(lost_datagrams(), kMany - arrived);
}

}  // namespace
}  // namespace seawind
