// SPDX-License-Identifier: GPL-3.0-or-later
// Requests to the driver of an interface in the calling thread's namespace (SIOCETHTOOL).
#pragma once

#include <net/if.h>

#include <string>

#include "common/fds.h"

namespace seawind {

class Ethtool {
 public:
  /// `interface`: the kernel's name. Throws SystemError.
  explicit Ethtool(const std::string& interface);

  /// Makes the request of `structure`, one of linux/ethtool.h with its `cmd`, and fills in the
  /// answer. False, with errno: the driver refuses it or does not know it.
  template <typename Structure>
  bool request(Structure& structure) {
    return send(reinterpret_cast<char*>(&structure));
  }

 private:
  bool send(char* structure);

  Fd socket_;
  ifreq request_{};
};

}  // namespace seawind
