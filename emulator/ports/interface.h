// SPDX-License-Identifier: GPL-3.0-or-later
// The properties of a network interface that ports use, in the calling thread's namespace.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/error.h"

namespace seawind {

/// The interface does not exist.
class NoSuchInterface : public Error {
 public:
  using Error::Error;
};

struct Interface {
  std::string name;  // the kernel's name, also if an alternative name was given
  int index = 0;
  int mtu = 0;                 // bytes of an IP packet
  bool super_packets = false;  // segmentation or receive offload may deliver up to 64 KiB at once
};

/// Throws NoSuchInterface; throws Error if the interface is not Ethernet or not up.
Interface find_interface(const std::string& name);

/// How often the interface's carrier has changed since it was made (IFLA_CARRIER_CHANGES). The
/// carrier of a veth pair changes when either end is taken down or up; packets are dropped
/// meanwhile, and nobody counts them. Nothing: there is no such interface, or the kernel does not
/// say.
std::optional<std::uint32_t> carrier_changes(int index);

}  // namespace seawind
