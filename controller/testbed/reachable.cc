// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testbed/reachable.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>
#include <thread>

#include "common/error.h"
#include "common/fds.h"

namespace seawind {
namespace {

bool listens(const sockaddr_un& address) {
  const Fd probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!probe) throw system_error("open a socket");
  // EAGAIN: it listens and has more callers than it has accepted.
  return ::connect(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 ||
         errno == EAGAIN;
}

}  // namespace

bool wait_until_listening(const std::filesystem::path& socket, std::chrono::milliseconds limit,
                          const std::stop_token& stop) {
  constexpr std::chrono::milliseconds kLook{5};
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (socket.native().size() >= sizeof address.sun_path)
    throw Error("cannot call " + socket.string() + ": the path of the socket is too long");
  std::memcpy(address.sun_path, socket.c_str(), socket.native().size());
  const auto end = std::chrono::steady_clock::now() + limit;
  while (!listens(address)) {
    if (stop.stop_requested() || std::chrono::steady_clock::now() >= end) return false;
    std::this_thread::sleep_for(kLook);
  }
  return true;
}

}  // namespace seawind
