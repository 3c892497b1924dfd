// SPDX-License-Identifier: GPL-3.0-or-later
// The key of a connection: addresses and ports, as seen from one end.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "emulator/core/packet.h"

namespace seawind {

struct FlowKey {
  // version, 3 zero bytes, this end's address and port, the other end's; addresses zero-padded
  std::array<std::uint8_t, 40> bytes{};

  bool operator==(const FlowKey&) const = default;

  std::uint32_t hash() const {  // FNV-1a
    std::uint32_t h = 2166136261U;
    for (const std::uint8_t byte : bytes) h = (h ^ byte) * 16777619U;
    return h;
  }
};

namespace detail {
inline FlowKey flow_key(const Packet& packet, bool from_source) {
  const IpView& ip = packet.ip();
  const auto bytes = packet.ip_bytes();
  const bool v4 = ip.version == 4;
  const std::size_t width = v4 ? 4 : 16;
  const auto source = bytes.subspan(v4 ? 12 : 8, width);
  const auto destination = bytes.subspan(v4 ? 16 : 24, width);
  FlowKey key;
  key.bytes[0] = ip.version;
  std::ranges::copy(from_source ? source : destination, key.bytes.begin() + 4);
  std::ranges::copy(from_source ? destination : source, key.bytes.begin() + 20);
  const std::uint16_t here = from_source ? ip.source_port : ip.destination_port;
  const std::uint16_t there = from_source ? ip.destination_port : ip.source_port;
  key.bytes[36] = static_cast<std::uint8_t>(here >> 8);
  key.bytes[37] = static_cast<std::uint8_t>(here);
  key.bytes[38] = static_cast<std::uint8_t>(there >> 8);
  key.bytes[39] = static_cast<std::uint8_t>(there);
  return key;
}
}  // namespace detail

/// The connection as seen by the sender of `packet`, which is a whole IP packet.
inline FlowKey sender_key(const Packet& packet) {
  return detail::flow_key(packet, true);
}
/// The connection as seen by the receiver: the sender_key() of packets in the reverse direction.
inline FlowKey receiver_key(const Packet& packet) {
  return detail::flow_key(packet, false);
}

}  // namespace seawind
