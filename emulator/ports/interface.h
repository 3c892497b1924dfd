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
  bool tcp_segmentation = false;  // takes super-packets of TCP
  bool udp_segmentation = false;  // takes super-packets of UDP

  /// IP bytes of the largest packet that may be captured.
  int largest_packet() const { return super_packets ? 65535 : mtu; }
};

/// Throws NoSuchInterface; throws Error if the interface is not Ethernet or not up.
Interface find_interface(const std::string& name);

/// Counters of an interface since it was made.
struct InterfaceCounters {
  /// IFLA_CARRIER_CHANGES. The carrier of a veth pair changes when either end is set down or up.
  /// Packets sent meanwhile are dropped without a counter.
  std::uint32_t carrier_changes = 0;
  /// Frames that arrived and that no program could receive: larger than the MTU, or for lack of
  /// room; and those that the driver had accepted and did not send.
  std::uint64_t dropped = 0;
};
/// Empty if the interface does not exist or the kernel has no such counters.
std::optional<InterfaceCounters> interface_counters(int index);

}  // namespace seawind
