// SPDX-License-Identifier: GPL-3.0-or-later
// Records what others change at an interface of the calling thread's network namespace, from
// netlink's notifications. A change that is undone counts, too: meanwhile packets may have waited
// or been changed, which no counter shows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/netlink/socket.h"

namespace seawind {

class InterfaceWatch {
 public:
  /// What an interface that only the run uses keeps until its end.
  struct Own {
    std::string mac;  // 02:00:00:00:00:02
    std::uint32_t mtu = 1500;
    bool forwards = false;
  };
  /// `index`: of the interface, which need not exist; `address`: an IPv4 address of it. Throws
  /// Error.
  InterfaceWatch(unsigned index, std::string name, std::string address,
                 std::optional<Own> own = std::nullopt);
  /// What others have changed since the construction; empty: nothing. Without `own`, that is
  /// whether the interface went down or lost its address. Must be called regularly: the kernel
  /// keeps 4 MiB of notifications. Throws Error.
  const std::string& update();

 private:
  void read(nlmsghdr* header);
  std::string change_of_link(nlmsghdr* header) const;
  std::string change_of_own(nlmsghdr* header) const;

  NetlinkSocket notifications_;
  unsigned index_;
  std::string name_;
  std::string address_;
  std::optional<Own> own_;
  std::string problem_;
};

}  // namespace seawind
