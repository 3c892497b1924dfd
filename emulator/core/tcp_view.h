// SPDX-License-Identifier: GPL-3.0-or-later
// The TCP header fields that base station functions use (RFC 9293; time stamps of RFC 7323).
// Never reads beyond the packet's bytes and never throws.
#pragma once

#include <cstdint>
#include <optional>

#include "emulator/core/packet.h"

namespace seawind {

/// Serial number arithmetic modulo 2^32 (RFC 1982): whether `a` precedes `b`.
constexpr bool sequence_before(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::int32_t>(a - b) < 0;
}

struct TcpView {
  std::uint16_t source_port = 0;
  std::uint16_t destination_port = 0;
  std::uint32_t sequence = 0;
  std::uint32_t acknowledgement = 0;  // valid only with ack()
  std::uint16_t window = 0;           // unscaled, as in the header
  std::uint8_t flags = 0;
  std::uint16_t header_bytes = 0;   // including options
  std::uint32_t payload_bytes = 0;  // in this packet
  struct Timestamps {
    std::uint32_t value = 0;
    std::uint32_t echo = 0;
  };
  std::optional<Timestamps> timestamps{};

  bool fin() const { return (flags & 0x01) != 0; }
  bool syn() const { return (flags & 0x02) != 0; }
  bool rst() const { return (flags & 0x04) != 0; }
  bool ack() const { return (flags & 0x10) != 0; }

  /// The sequence space of the segment: payload bytes, plus one each for SYN and FIN.
  std::uint32_t length() const { return payload_bytes + (syn() ? 1 : 0) + (fin() ? 1 : 0); }
  std::uint32_t sequence_end() const { return sequence + length(); }
  /// An acknowledgement without payload, SYN, FIN or RST.
  bool pure_ack() const { return ack() && !rst() && length() == 0; }
};

/// Parses a whole TCP segment in one IPv4 or IPv6 packet. Returns nothing for other protocols, for
/// fragments, and for headers that are truncated or of impossible length. A malformed option ends
/// option parsing; the view stays valid.
std::optional<TcpView> tcp_view(const Packet& packet);

}  // namespace seawind
