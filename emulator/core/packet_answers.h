// SPDX-License-Identifier: GPL-3.0-or-later
// Packets that the emulator generates in answer to a packet. Each travels back to the sender of
// that packet: addresses, ports and Ethernet addresses are those of the packet, exchanged; hop
// limit 64, DSCP 0, not ECN-capable. Its link header must be empty or Ethernet's 14 bytes. It is in
// that packet's pool, which alone allocates.
#pragma once

#include <cstdint>
#include <optional>

#include "emulator/core/packet.h"
#include "emulator/core/tcp_view.h"

namespace seawind {

/// The fields of a pure acknowledgement of a segment.
struct AckFields {
  std::uint32_t sequence = 0;
  std::uint32_t acknowledgement = 0;
  std::uint16_t window = 0;
  std::optional<TcpView::Timestamps> timestamps{};
};
/// Makes a pure acknowledgement. `segment` must have a tcp_view().
Packet make_ack(std::uint64_t id, Time arrival, const Packet& segment, const AckFields& fields);

/// Makes the RST that a host without the connection sends (RFC 9293, 3.10.7.1). Returns an empty
/// packet for a RST and for what has no tcp_view(): neither is answered.
Packet make_reset(std::uint64_t id, Time arrival, const Packet& segment);

/// The errors of ICMP that the emulator sends (RFC 792, 1191, 1812; ICMPv6: RFC 4443).
enum class IcmpError { kTooBig, kProhibited };
/// Makes an ICMP error about `packet`; `mtu`: of kTooBig, bytes. It quotes as much of the packet as
/// fits 576 bytes of IPv4 (RFC 1812, 4.3.2.3) or 1280 bytes of IPv6. Its source is the packet's
/// destination, as that of a firewall without an address of its own. Returns an empty packet where
/// none may be sent (RFC 1122, 3.2.2; RFC 4443, 2.4): about an ICMP error, a later fragment, a
/// destination that is multicast or broadcast, or a source that is not a single host; kTooBig of
/// ICMPv6 is also sent about a multicast destination, but here it is not.
Packet make_icmp_error(std::uint64_t id, Time arrival, const Packet& packet, IcmpError error,
                       std::uint32_t mtu = 0);

/// Whether `packet` is an ICMP or ICMPv6 error, or one so short that it may be one.
bool is_icmp_error(const Packet& packet);

}  // namespace seawind
