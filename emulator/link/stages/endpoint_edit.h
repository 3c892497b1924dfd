// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and rewrites the end points of IPv4 packets, as a NAT does. Checksums are updated
// incrementally (RFC 1624, equation 3), so that a wrong one stays wrong; a UDP checksum of 0
// (none) stays 0.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace seawind {

enum class End : std::uint8_t { kSource, kDestination };

/// One end of a TCP connection, of a UDP flow, or of ICMP echo, whose port is the identifier.
struct Endpoint {
  std::uint32_t address = 0;
  std::uint16_t port = 0;
  bool operator==(const Endpoint&) const = default;
};

/// `ip`: an IPv4 header and what follows it, perhaps cut, as in the quote of an ICMP error. Returns
/// nothing unless it is TCP, UDP or an echo request or reply, and its first 8 bytes are there: then
/// `endpoint` and write_endpoint() may be called.
bool has_endpoints(std::span<const std::uint8_t> ip);
Endpoint endpoint(std::span<const std::uint8_t> ip, End end);
/// Also updates the transport's checksum if it is among the bytes.
void write_endpoint(std::span<std::uint8_t> ip, End end, Endpoint to);

std::uint32_t address(std::span<const std::uint8_t> ip, End end);
/// Rewrites only the address, in the IP header: for later fragments and ICMP errors.
void write_address(std::span<std::uint8_t> ip, End end, std::uint32_t to);

/// The packet that an ICMP error quotes; nothing if it does not satisfy has_endpoints().
/// `icmp`: the ICMP message.
std::optional<std::span<std::uint8_t>> quote_of(std::span<std::uint8_t> icmp);
/// write_endpoint() in the quote of an ICMP error, whose own checksum follows.
void write_quoted_endpoint(std::span<std::uint8_t> icmp, End end, Endpoint to);

}  // namespace seawind
