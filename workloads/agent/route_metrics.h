// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics of the route to the other host. The connected route is replaced by a copy with metrics.
#pragma once

#include <netlink/netlink.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "common/netlink/socket.h"

namespace seawind {

/// Metrics in the kernel's own units by RTAX_ number, the lock mask, and the congestion control.
struct KernelMetrics {
  std::map<int, std::uint32_t>
      values;                // RTAX_INITCWND, RTAX_RTT (1/8 ms), RTAX_RTTVAR (1/4 ms), ...
  std::uint32_t locked = 0;  // bit RTAX_x: not overridden by cached values
  std::string congctl;       // RTAX_CC_ALGO; empty: the namespace's

  bool empty() const { return values.empty() && congctl.empty(); }
  bool operator==(const KernelMetrics&) const = default;
};

/// The most specific route of the main table to `peer` through `interface`, read at construction.
/// Every install() starts from that route and discards the metrics of earlier calls.
class PeerRoute {
 public:
  /// Throws Error: no such interface, no route, not an IPv4 address.
  PeerRoute(std::string interface, std::string peer);

  const std::string& interface() const { return interface_; }
  const std::string& peer() const { return peer_; }
  /// The metrics the route had at first.
  const KernelMetrics& original() const { return original_; }

  /// Installs the route with its original metrics overridden by `metrics`. Returns 0, or the errno.
  int install(const KernelMetrics& metrics);
  /// MTU of the interface in bytes. Throws Error if the interface no longer exists.
  int mtu() const;
  /// The kernel's current metrics. Throws Error if the route no longer exists.
  KernelMetrics read_back() const;

 private:
  std::string interface_;
  std::string peer_;
  std::vector<char> message_;  // the route as the kernel described it
  KernelMetrics original_;
};

}  // namespace seawind
