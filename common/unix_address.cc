// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/unix_address.h"

#include <fmt/format.h>
#include <sys/socket.h>

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

}  // namespace seawind
