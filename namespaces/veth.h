// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs of virtual Ethernet interfaces between namespaces. Errors throw Error.
#pragma once

#include <string>
#include <vector>

#include "namespaces/interface.h"

namespace seawind {

/// Creates the pair: both ends up, with a carrier, offloads set and read back. It exists until one
/// of the namespaces ends or remove_interface() is called.
void make_veth_pair(const InterfaceEnd& a, const InterfaceEnd& b);

/// Moves the end `name` of a pair from the namespace `from` to that of `to`, with the name of `to`;
/// MTU, MAC address and offloads stay. It is down and has no address until bring_up_interface(),
/// and the other end has no carrier.
void move_veth_end(const InterfaceEnd& to, int from, const std::string& name);

/// Waits until an end that is up can send. The end of a pair that was up first gets its carrier
/// when the other one is up, but only after a worker of the kernel has run, which takes some 10 ms
/// on a busy machine: until then the kernel drops its packets silently. Throws Error after 10 s.
void await_carrier(const InterfaceEnd& end);

/// The addresses of a test bed. All its slots use the same ones, because each slot has its
/// own namespaces. Relay ends have no address.
struct HostAddresses {
  static constexpr auto kFixed = "10.0.0.1";
  static constexpr auto kMobile = "10.0.0.2";
  std::string fixed = kFixed;
  std::string mobile = kMobile;
  bool nat_pools = true;  // whether the fixed host reaches kNatPools through the mobile host
  std::vector<std::string> nat64_prefixes{};  // of the mobile host (InterfaceEnd)
  static constexpr auto kFixedMac = "02:00:00:00:00:01";
  static constexpr auto kMobileMac = "02:00:00:00:00:02";
  static constexpr auto kPrefix = "/30";
};

/// Makes the two pairs of one emulated link: `fixed` in fixed_host to `relay_fixed` in the relay's
/// namespace, `mobile` in mobile_host to `relay_mobile`. The relay's ends have the hosts' MTU: the
/// slots of a capture buffer are as large as the interface's MTU, so a larger MTU would only reduce
/// their number.
void make_link_interfaces(int fixed_host, int mobile_host, int relay,
                          const std::string& relay_fixed, const std::string& relay_mobile,
                          int host_mtu, bool offloads, const HostAddresses& addresses = {});
inline constexpr auto kFixedInterface = "fixed";
inline constexpr auto kMobileInterface = "mobile";

}  // namespace seawind
