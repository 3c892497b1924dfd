// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics of the routes over the link: the route to the other host, those that have the other host
// as their gateway, and those of IPv6 that a NAT64 serves. Each is replaced by a copy with metrics.
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

/// A route of the main table. Every install() starts from the route as it was at construction and
/// discards the metrics of earlier calls.
class Route {
 public:
  /// `message`: RTM_NEWROUTE, as the kernel lists the route.
  explicit Route(std::vector<char> message);

  /// "10.0.0.0/30", "0.0.0.0/0".
  const std::string& destination() const { return destination_; }
  /// Installs the route with its original metrics overridden by `metrics`. Returns 0, or the errno.
  int install(const KernelMetrics& metrics) const;
  /// The kernel's current metrics. Throws Error if the route no longer exists.
  KernelMetrics read_back() const;

 private:
  std::vector<char> message_;
  std::string destination_;
  KernelMetrics original_;
};

/// The routes of the main table through `interface` over which packets reach or pass `peer`: the
/// most specific one to `peer`, then those whose gateway is `peer`, and those of IPv6 with any
/// gateway. Not empty. Throws Error: no such interface, no route, not an IPv4 address.
std::vector<Route> routes_over(const std::string& interface, const std::string& peer);

/// MTU of the interface in bytes. Throws Error if there is no such interface.
int mtu_of(const std::string& interface);

}  // namespace seawind
