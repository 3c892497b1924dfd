// SPDX-License-Identifier: GPL-3.0-or-later
// Ethernet over UDP between two hosts (VXLAN, RFC 7348): one end of a slot's link on another
// machine. Errors throw Error.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "namespaces/interface.h"
#include "namespaces/nft.h"

namespace seawind {

/// Bytes that a tunnel adds to a packet: outer IPv4, UDP and VXLAN headers, inner Ethernet header.
inline constexpr int kTunnelOverhead = 50;
inline constexpr std::uint32_t kLargestTunnelId = (1U << 24) - 1;

inline constexpr std::uint16_t kTunnelPort = 4789;  // UDP, assigned to VXLAN (RFC 7348)

struct Tunnel {
  std::uint32_t id = 0;    // 1 to kLargestTunnelId, the same at both ends
  std::string local;       // IPv4 address of this host
  std::string remote;      // of the other host, the only destination of frames
  std::uint16_t port = 0;  // UDP, the same at both ends
};

/// Makes an end of the tunnel, whose outer packets use the caller's network namespace, as an
/// interface in that of `end`. Packets larger than that network's MTU less kTunnelOverhead are sent
/// in fragments. It ends with the namespace of `end`.
void make_tunnel(const InterfaceEnd& end, const Tunnel& tunnel);

/// Keeps others out of the tunnels that end in the caller's network namespace: drops packets to
/// their port from other addresses, and packets to that port of `remotes` from programs of ordinary
/// users. It ends with this object or its process (nft.h). It does not stop packets with a forged
/// source address, which root of a machine in the same network can send.
class TunnelGuard {
 public:
  /// `remotes`: IPv4 addresses of the other ends.
  TunnelGuard(std::uint16_t port, const std::set<std::string>& remotes);

 private:
  Nft nft_;
};

}  // namespace seawind
