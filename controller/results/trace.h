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

/// Reads an IPv4 or IPv6 packet of which at least the headers up to the 20 fixed TCP bytes are
/// given. Nothing for other protocols, later fragments, shorter snaps and inconsistent lengths.
std::optional<TcpSegment> parse_tcp(std::span<const std::uint8_t> packet);

}  // namespace seawind
