// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/tcp_direction.h"

#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <string>
#include <utility>

#include "common/fds.h"

namespace seawind {
namespace {

using Moved = TcpDirection::Moved;

/// A connection whose sockets do not block, and whose buffers hold `size`.
std::pair<Fd, Fd> connection(int size) {
  int ends[2];
  EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends), 0);
  for (const int end : ends) setsockopt(end, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
  return {Fd(ends[0]), Fd(ends[1])};
}

int waiting_in(const Fd& socket) {
  int bytes = 0;
  EXPECT_EQ(ioctl(socket.get(), FIONREAD, &bytes), 0);
  return bytes;
}

TEST(TcpDirection, ABusyConnectionMovesOneBufferInItsTurn) {
  constexpr int kRoom = 1'000'000;
  const auto [sender, from] = connection(kRoom);
  const auto [to, receiver] = connection(kRoom);
  const std::string content(150'000, 'x');
  ASSERT_EQ(send(sender.get(), content.data(), content.size(), 0), std::ssize(content));
  TcpDirection direction;
  EXPECT_EQ(direction.move(from.get(), to.get()), Moved::kPart);
  EXPECT_EQ(waiting_in(receiver), 65'536);
  EXPECT_EQ(direction.move(from.get(), to.get()), Moved::kPart);
  EXPECT_EQ(waiting_in(receiver), 2 * 65'536);
  EXPECT_EQ(direction.move(from.get(), to.get()), Moved::kAll);
  EXPECT_EQ(waiting_in(receiver), 150'000);
  EXPECT_EQ(direction.buffered(), 0U);
}

TEST(TcpDirection, TheEndOfTheDataIsPassedOnBehindThem) {
  const auto [sender, from] = connection(100'000);
  const auto [to, receiver] = connection(100'000);
  ASSERT_EQ(send(sender.get(), "last", 4, 0), 4);
  shutdown(sender.get(), SHUT_WR);
  TcpDirection direction;
  EXPECT_EQ(direction.move(from.get(), to.get()), Moved::kAll);
  EXPECT_TRUE(direction.ended());
  char read[10];
  EXPECT_EQ(recv(receiver.get(), read, sizeof read, 0), 4);
  EXPECT_EQ(recv(receiver.get(), read, sizeof read, 0), 0);
}

// A socket that has been reset reports the error once, and then an end.
TEST(TcpDirection, TheEndOfAResetIsNotPassedOn) {
  const auto [sender, from] = connection(100'000);
  const auto [to, receiver] = connection(100'000);
  ASSERT_EQ(send(sender.get(), "last", 4, 0), 4);
  shutdown(sender.get(), SHUT_WR);
  TcpDirection direction;
  EXPECT_EQ(direction.move(from.get(), to.get(), true), Moved::kFailed);
  EXPECT_FALSE(direction.ended());
  char read[10];
  EXPECT_EQ(recv(receiver.get(), read, sizeof read, 0), 4);
  EXPECT_EQ(recv(receiver.get(), read, sizeof read, 0), -1) << "the end was passed on";
}

TEST(TcpDirection, AReceiverThatTakesNothingHoldsWhatFollows) {
  auto [sender, from] = connection(200'000);
  auto [to, receiver] = connection(5'000);
  const std::string content(100'000, 'x');
  ASSERT_EQ(send(sender.get(), content.data(), content.size(), 0), std::ssize(content));
  TcpDirection direction;
  EXPECT_EQ(direction.move(from.get(), to.get()), Moved::kAll);
  EXPECT_EQ(waiting_in(receiver) + static_cast<int>(direction.buffered()), 65'536);
  receiver.reset();
  EXPECT_EQ(direction.move(from.get(), to.get()), Moved::kFailed);
}

}  // namespace
}  // namespace seawind
