// SPDX-License-Identifier: GPL-3.0-or-later
// The properties of a packet that metrics need, from its first bytes in the event log.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace seawind {

struct TcpSegment {
  std::uint16_t source_port = 0;
  std::uint16_t destination_port = 0;
  std::uint32_t sequence = 0;
  std::uint32_t acknowledgement = 0;
  bool syn = false;
  bool fin = false;
  bool ack = false;
  std::int64_t headers = 0;  // bytes of the IP and TCP headers with their options
  std::int64_t payload = 0;  // bytes, from the IP length field; the snap may be shorter
};

/// An IP packet of any transport. Ports are 0 and `tcp` is empty where they cannot be read.
struct IpPacket {
  std::uint8_t protocol = 0;              // of the transport, as in common/wire/ip_protocols.h
  std::optional<std::uint8_t> icmp_type;  // none in a later fragment
  std::uint16_t icmp_sequence = 0;        // of an echo request or reply
  std::uint16_t icmp_identifier = 0;
  std::uint16_t source_port = 0;
  std::uint16_t destination_port = 0;
  std::uint32_t source_address = 0;  // of IPv4, in host byte order; 0: IPv6
  std::uint32_t destination_address = 0;
  bool later_fragment = false;     // or the snap ends before the transport header
  std::uint64_t payload_head = 0;  // first 8 bytes behind the UDP or ICMP header; 0: fewer
  std::optional<TcpSegment> tcp;
};

/// Parses an IPv4 or IPv6 packet as far as its first bytes allow. Nothing for other packets. `tcp`
/// needs the headers up to the 20 fixed TCP bytes; it is empty for later fragments, shorter snaps
/// and inconsistent lengths.
std::optional<IpPacket> parse_snap(std::span<const std::uint8_t> packet);

}  // namespace seawind
