// SPDX-License-Identifier: GPL-3.0-or-later
// Changes to packets on their way: every one leaves a packet whose lengths and checksums are right
// and whose parsed view is up to date. Nothing allocates but what the pool must.
//
// Checksums. The IPv4 header's is updated by difference (RFC 1624, equation 3), so that one that
// was wrong stays wrong. A cut changes the bytes a transport checksum covers; TCP's, UDP's and
// ICMPv6's are computed anew, because the part that is left must be accepted by the receiver: they
// say nothing about the bytes that are gone. An IPv4 UDP checksum of 0 (none) stays 0.
#pragma once

#include <cstdint>
#include <optional>

#include "emulator/core/packet.h"
#include "emulator/core/tcp_view.h"

namespace seawind {

/// Sets the differentiated services code point (0 to 63), ECN as it was.
void set_dscp(Packet& packet, std::uint8_t dscp);

/// Sets Congestion Experienced in a packet of an ECN-capable transport (ECT(0), ECT(1) or CE
/// already). False, and nothing changed, for any other packet: that one is to be dropped instead
/// (RFC 3168).
bool set_ce(Packet& packet);

/// IP and transport header together, in bytes: what headercasting forwards. TCP with its options,
/// UDP, UDP-Lite and ICMP 8, DCCP its whole header. Nothing for fragments, for other protocols and
/// for headers that are not whole.
std::optional<std::uint32_t> header_length(const Packet& packet);

/// Cuts the packet to its IP and transport header: lengths in both and the checksums are right for
/// what is left. False, and nothing changed, when header_length() knows none, or nothing follows
/// the headers, or the transport's checksum is not among those above.
bool cut_to_headers(Packet& packet);

/// Cuts the packet to its first `bytes` IP bytes, at least header_length() and at most size(). Same
/// result as above.
bool cut(Packet& packet, std::uint32_t bytes);

/// Overwrites bytes of the IPv4 header (its checksum excepted), with the header checksum updated.
/// `at` is even, `value` in host order.
void set_ipv4_header_word(Packet& packet, std::uint32_t at, std::uint16_t value);

/// A pure acknowledgement that goes back where `segment` came from: addresses, ports and Ethernet
/// addresses are the segment's, exchanged; hop limit 64, DSCP 0, not ECN-capable.
struct AckFields {
  std::uint32_t sequence = 0;
  std::uint32_t acknowledgement = 0;
  std::uint16_t window = 0;
  std::optional<TcpView::Timestamps> timestamps{};
};
/// `segment` must have a tcp_view(). Its link header must be none or Ethernet's of 14 bytes.
Packet make_ack(PacketPool& pool, std::uint64_t id, Time arrival, const Packet& segment,
                const AckFields& fields);

}  // namespace seawind
