// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs of virtual Ethernet interfaces between namespaces, set up for measurements: static
// neighbours (no ARP on the link), and offloads only where the relay's port cuts super-packets and
// fills in checksums (emulator/ports/super_port.h). Errors throw Error.
#pragma once

#include <string>
#include <vector>

namespace seawind {

/// Another host at the far end of the link.
struct Neighbour {
  std::string address;  // 10.0.0.2
  std::string mac;      // 02:00:00:00:00:02
};

/// One end of a pair.
struct VethEnd {
  int network_namespace = -1;
  std::string name;  // at most 15 characters, unused in its namespace
  int mtu = 1500;    // bytes, 68 to 65535
  bool offloads = false;
  std::string address{};                // 10.0.0.1/30; empty: none (relay side)
  std::string mac{};                    // empty: chosen by the kernel
  std::vector<Neighbour> neighbours{};  // permanent entries
};

/// Creates the pair: both ends up, offloads set and read back. It exists until one of the
/// namespaces ends or remove_interface() is called.
void make_veth_pair(const VethEnd& a, const VethEnd& b);

/// Removes an interface and its peer. No effect when the interface does not exist.
void remove_interface(int network_namespace, const std::string& name);

/// The addresses of a local test bed. All its slots use the same ones, because each slot has its
/// own namespaces. Relay ends have no address.
struct HostAddresses {
  static constexpr auto kFixed = "10.0.0.1";
  static constexpr auto kMobile = "10.0.0.2";
  std::string fixed = kFixed;
  std::string mobile = kMobile;
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
