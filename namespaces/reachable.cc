// SPDX-License-Identifier: GPL-3.0-or-later
#include "namespaces/reachable.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>
#include <thread>

#include "common/error.h"
#include "common/fds.h"

namespace seawind {
namespace {

sockaddr_un address_of(const std::filesystem::path& socket) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (socket.native().size() >= sizeof address.sun_path)
    throw Error("cannot call " + socket.string() + ": the path of the socket is too long");
  std::memcpy(address.sun_path, socket.c_str(), socket.native().size());
  return address;
}

/// Empty: errno of connect(2).
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

/// EAGAIN: it listens and has more callers than it has accepted.
bool listens(const sockaddr_un& address) {
  return try_to_connect(address) || errno == EAGAIN;
}

}  // namespace

Fd connect_socket(const std::filesystem::path& socket) {
  Fd out = try_to_connect(address_of(socket));
  if (!out) throw system_error("call " + socket.string());
  return out;
}

bool wait_until_listening(const std::filesystem::path& socket, std::chrono::milliseconds limit,
                          const std::stop_token& stop) {
  constexpr std::chrono::milliseconds kLook{5};
  const sockaddr_un address = address_of(socket);
  const auto end = std::chrono::steady_clock::now() + limit;
  while (!listens(address)) {
    if (stop.stop_requested() || std::chrono::steady_clock::now() >= end) return false;
    std::this_thread::sleep_for(kLook);
  }
  return true;
}

}  // namespace seawind
