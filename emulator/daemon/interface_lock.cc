// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/interface_lock.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>

namespace seawind {

InterfaceLock::InterfaceLock(const std::string& interface)
    : socket_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
  if (!socket_) throw system_error("lock interface " + interface);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = "seawindd/interface/" + interface;  // after a zero byte: the abstract
                                                               // namespace
  std::memcpy(address.sun_path + 1, name.data(), name.size());
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  if (::bind(socket_.get(), reinterpret_cast<const sockaddr*>(&address), size) == 0) return;
  if (errno == EADDRINUSE) {
    throw InterfaceTaken("cannot use interface " + interface +
                         ": a link of this or of another seawindd uses it");
  }
  throw system_error("lock interface " + interface);
}

}  // namespace seawind
