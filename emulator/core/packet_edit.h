// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of packets in flight. Each function leaves lengths, checksums and the parsed view
// consistent. Only the packet pool allocates.
//
// Checksums. The IPv4 header checksum is updated incrementally (RFC 1624, equation 3), so a wrong
// checksum stays wrong. Cutting a packet removes bytes that the transport checksum covers. The
// checksums of TCP, UDP and ICMPv6 are therefore recomputed over the remaining bytes, so that the
// receiver accepts them; they do not cover the removed bytes. An IPv4 UDP checksum of 0 (none)
// stays 0.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "emulator/core/packet.h"

namespace seawind {

/// Sets the differentiated services code point (0 to 63) and leaves ECN unchanged.
void set_dscp(Packet& packet, std::uint8_t dscp);

/// Sets Congestion Experienced in a packet of an ECN-capable transport (ECT(0), ECT(1) or CE).
/// Returns false and changes nothing for any other packet; the caller then drops it (RFC 3168).
bool set_ce(Packet& packet);

/// The length of IP and transport header in bytes: what headercasting forwards. The transport
/// header is the TCP header with options, the whole DCCP header, or 8 bytes of UDP, UDP-Lite or
/// ICMP. Returns nothing for fragments, other protocols and incomplete headers.
std::optional<std::uint32_t> header_length(const Packet& packet);

/// Cuts the packet to its IP and transport header, and updates lengths and checksums. Returns false
/// and changes nothing if header_length() returns nothing, if no payload follows the headers, or if
/// the transport's checksum is not listed above.
bool cut_to_headers(Packet& packet);

/// Cuts the packet to its first `bytes` IP bytes, at least header_length() and less than size().
/// Fails as cut_to_headers() does.
bool cut(Packet& packet, std::uint32_t bytes);

/// Makes the packet that replaces `packet`: an IP header of either version and `payload`. It gets
/// the link header of `packet`, with the EtherType of the version, its arrival, its class and its
/// checksum_correct(). The link header must be empty or Ethernet's 14 bytes; `header` has at most
/// 48. A caller that changes the bytes behind `header` must call reparse().
Packet in_place_of(const Packet& packet, std::uint64_t id, std::span<const std::uint8_t> header,
                   std::span<const std::uint8_t> payload);

}  // namespace seawind
