// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses for the hosts of a nested test bed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "controller/testbed/veth.h"

namespace seawind {

struct FreeAddresses {
  HostAddresses hosts;
  std::string uplink_network;  // 10.N.1.0/24, of slirp4netns
  std::string name_server;     // that answers there
};

/// The first 10.N.0.0/23 that contains none of `taken` (IPv4 addresses in host byte order): hosts
/// 10.N.0.1 and 10.N.0.2. N is 0 when all are taken.
FreeAddresses choose_addresses(const std::vector<std::uint32_t>& taken);

/// The IPv4 addresses of the interfaces of the caller's network namespace, in host byte order.
std::vector<std::uint32_t> own_addresses();

}  // namespace seawind
