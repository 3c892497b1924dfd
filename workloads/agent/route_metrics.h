// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics of the route to the other host: the connected route is replaced by itself with metrics.
#pragma once

#include <netlink/netlink.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "workloads/agent/netlink.h"

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

/// The most specific route of the main table to `peer` that leaves through `interface`, as found
/// when constructed. Every call of install() starts from that route: nothing of an earlier call
/// stays.
class PeerRoute {
 public:
  /// Throws Error: no such interface, no route, not an IPv4 address.
  PeerRoute(std::string interface, std::string peer);

  const std::string& interface() const { return interface_; }
  const std::string& peer() const { return peer_; }
  /// The metrics the route had at first.
  const KernelMetrics& original() const { return original_; }

  /// Replaces the route: the metrics it had at first, overridden by `metrics`. 0, or the errno of
  /// the refusal.
  int install(const KernelMetrics& metrics);
  /// Of its interface, in bytes. Throws Error when the interface is gone.
  int mtu() const;
  /// What the kernel has now. Throws Error when the route is gone.
  KernelMetrics read_back() const;

 private:
  std::string interface_;
  std::string peer_;
  std::vector<char> message_;  // the route as the kernel described it
  KernelMetrics original_;
};

}  // namespace seawind
