// SPDX-License-Identifier: GPL-3.0-or-later
// The TCP header fields that functions of the base station look at (RFC 9293, options of RFC 2018
// and RFC 7323). Never reads outside the packet's bytes and never throws.
#pragma once

#include <cstdint>
#include <optional>

#include "emulator/core/packet.h"

namespace seawind {

/// Order on a circle of 2^32 numbers (RFC 1982): whether `a` comes before `b`.
constexpr bool sequence_before(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::int32_t>(a - b) < 0;
}

struct TcpView {
  std::uint16_t source_port = 0;
  std::uint16_t destination_port = 0;
  std::uint32_t sequence = 0;
  std::uint32_t acknowledgement = 0;  // says something only with ack()
  std::uint16_t window = 0;           // as written, not scaled
  std::uint8_t flags = 0;
  std::uint16_t header_bytes = 0;   // with options
  std::uint32_t payload_bytes = 0;  // inside this packet
  bool sack_permitted = false;      // the option of a SYN
  bool sack_blocks = false;         // SACK or D-SACK blocks are there
  struct Timestamps {
    std::uint32_t value = 0;
    std::uint32_t echo = 0;
  };
  std::optional<Timestamps> timestamps{};

  bool fin() const { return (flags & 0x01) != 0; }
  bool syn() const { return (flags & 0x02) != 0; }
  bool rst() const { return (flags & 0x04) != 0; }
  bool ack() const { return (flags & 0x10) != 0; }

  /// Sequence numbers taken: payload, SYN and FIN.
  std::uint32_t length() const { return payload_bytes + (syn() ? 1 : 0) + (fin() ? 1 : 0); }
  std::uint32_t sequence_end() const { return sequence + length(); }
  /// Nothing but an acknowledgement.
  bool pure_ack() const { return ack() && !rst() && length() == 0; }
};

/// Nothing when the packet is not a whole TCP segment in one IPv4 or IPv6 packet: another protocol,
/// any fragment, or a header cut short or of impossible length. Options that are malformed end the
/// reading of options, no more.
std::optional<TcpView> tcp_view(const Packet& packet);

}  // namespace seawind
