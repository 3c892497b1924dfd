// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/unix_address.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstddef>
#include <cstring>

#include "common/error.h"

namespace seawind {

sockaddr_un unix_address(const std::string& verb, const std::string& path) {
  sockaddr_un out{};
  out.sun_family = AF_UNIX;
  if (path.size() >= sizeof out.sun_path)
    throw Error(fmt::format("cannot {} {}: a socket's path has at most {} characters", verb, path,
                            sizeof out.sun_path - 1));
  std::memcpy(out.sun_path, path.data(), path.size());
  return out;
}

Fd lock_abstract_name(const std::string& tried, const std::string& name) {
  const sockaddr_un address = unix_address(tried, '\0' + name);
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  Fd out(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (out && ::bind(out.get(), reinterpret_cast<const sockaddr*>(&address), size) == 0) return out;
  if (out && errno == EADDRINUSE) return {};
  throw system_error(tried);
}

}  // namespace seawind
