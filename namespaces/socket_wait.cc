// SPDX-License-Identifier: GPL-3.0-or-later
#include "namespaces/socket_wait.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <thread>

#include "common/error.h"
#include "common/fds.h"
#include "common/unix_address.h"

namespace seawind {
namespace {

/// Returns an empty Fd, with errno of connect(2), if it fails.
Fd try_to_connect(const sockaddr_un& address) {
  Fd out(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!out) throw system_error("open a socket");
  if (::connect(out.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0)
    return out;
  const int error = errno;
  out.reset();
  errno = error;
  return out;
}

/// EAGAIN: the socket listens, and its backlog is full.
bool listens(const sockaddr_un& address) {
  return try_to_connect(address) || errno == EAGAIN;
}

}  // namespace

Fd connect_socket(const std::filesystem::path& socket) {
  Fd out = try_to_connect(unix_address("call", socket));
  if (!out) throw system_error("call " + socket.string());
  return out;
}

bool wait_until_listening(const std::filesystem::path& socket, std::chrono::milliseconds limit,
                          const std::stop_token& stop) {
  constexpr std::chrono::milliseconds kPollInterval{5};
  const sockaddr_un address = unix_address("call", socket);
  const auto end = std::chrono::steady_clock::now() + limit;
  while (!listens(address)) {
    if (stop.stop_requested() || std::chrono::steady_clock::now() >= end) return false;
    std::this_thread::sleep_for(kPollInterval);
  }
  return true;
}

bool wait_for_start(const std::string& program, const std::filesystem::path& socket,
                    const std::string& log, const std::stop_token& stop,
                    const std::function<std::string()>& ended) {
  constexpr std::chrono::milliseconds kPollInterval{50};
  constexpr std::chrono::seconds kStartTimeout{20};
  const auto give_up = std::chrono::steady_clock::now() + kStartTimeout;
  while (!wait_until_listening(socket, kPollInterval, stop)) {
    if (const std::string how = ended(); !how.empty())
      throw Error("cannot start " + program + ": " + how);
    if (stop.stop_requested()) return false;
    if (std::chrono::steady_clock::now() > give_up)
      throw Error("cannot start " + program + ": it does not answer; see " + log);
  }
  return true;
}

}  // namespace seawind
