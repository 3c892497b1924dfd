// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/ethtool.h"

#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "common/error.h"

namespace seawind {

Ethtool::Ethtool(const std::string& interface)
    : socket_(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
  if (!socket_) throw system_error("open a socket to query interface " + interface);
  interface.copy(request_.ifr_name, IFNAMSIZ - 1);
}

bool Ethtool::send(char* structure) {
  request_.ifr_data = structure;
  return ::ioctl(socket_.get(), SIOCETHTOOL, &request_) == 0;
}

}  // namespace seawind
