// SPDX-License-Identifier: GPL-3.0-or-later
// What the metrics need to know of a packet whose first bytes are in the event log.
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
  bool rst = false;
  bool ack = false;
  std::int64_t headers = 0;  // bytes of the IP and TCP headers with their options
  std::int64_t payload = 0;  // bytes, from the IP length field: the snap may be shorter
};

/// An IP packet of any transport. Ports are 0 and `tcp` is empty where there are none to read.
struct IpPacket {
  std::uint8_t protocol = 0;  // of the transport: 6 TCP, 17 UDP, 1 and 58 ICMP
  std::uint8_t ecn = 0;       // the two ECN bits
  std::uint8_t icmp_type = 0;
  std::uint16_t icmp_sequence = 0;  // of an echo or its reply
  std::uint16_t icmp_identifier = 0;
  std::uint16_t source_port = 0;
  std::uint16_t destination_port = 0;
  std::int64_t total = 0;      // bytes, from the IP length field
  std::uint64_t udp_head = 0;  // the first 8 bytes of a UDP payload, 0 if it has fewer
  std::optional<TcpSegment> tcp;
};
inline constexpr std::uint8_t kTcp = 6, kUdp = 17, kIcmp = 1, kIcmpV6 = 58;

/// Reads an IPv4 or IPv6 packet as far as its first bytes allow. Nothing for what is not IP.
std::optional<IpPacket> parse_snap(std::span<const std::uint8_t> packet);

/// Reads an IPv4 or IPv6 packet of which at least the headers up to the 20 fixed TCP bytes are
/// given. Nothing for other protocols, later fragments, shorter snaps and inconsistent lengths.
std::optional<TcpSegment> parse_tcp(std::span<const std::uint8_t> packet);

}  // namespace seawind
