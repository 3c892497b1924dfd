// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testbed/channel.h"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <nlohmann/json.hpp>

#include "common/error.h"

namespace seawind {
namespace {

constexpr std::size_t kLongestMessage = 64 * 1024;

}  // namespace

void MessageChannel::send(const nlohmann::json& message) {
  const std::string text = message.dump();
  if (text.size() > kLongestMessage) throw Error("cannot send a message to the test bed: too long");
  while (::send(socket_.get(), text.data(), text.size(), MSG_NOSIGNAL) < 0)
    if (errno != EINTR) throw system_error("reach the test bed");
}

std::optional<nlohmann::json> MessageChannel::receive() {
  std::array<char, kLongestMessage> buffer;
  ssize_t size;
  do {
    size = recv(socket_.get(), buffer.data(), buffer.size(), 0);
  } while (size < 0 && errno == EINTR);
  if (size <= 0) return std::nullopt;
  return nlohmann::json::parse(buffer.data(), buffer.data() + size);
}

bool MessageChannel::readable_within(std::chrono::milliseconds timeout) const {
  pollfd ready{.fd = socket_.get(), .events = POLLIN, .revents = 0};
  return poll(&ready, 1, static_cast<int>(timeout.count())) > 0;
}

}  // namespace seawind
