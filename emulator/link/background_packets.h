// SPDX-License-Identifier: GPL-3.0-or-later
// The packets of the background load as they leave the link (bgl_output_handling write): IPv4 and
// UDP from 192.0.2.1 to 192.0.2.2 (TEST-NET-1 of RFC 5737, assigned to no host), port 9 (discard)
// at both ends, payload of zeros, valid IPv4 header checksum, no UDP checksum.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "emulator/link/direction_state.h"
#include "emulator/link/hop_exit.h"

namespace seawind {

inline constexpr std::uint32_t kSmallestBackgroundPacket = 28;

/// Makes a packet of `bytes` IP bytes (28 to 65535) behind a copy of `link_header`. `link_header`
/// is that of a packet of the same direction; it is empty for bare IP.
Packet make_background_packet(PacketPool& pool, std::uint64_t id, Time arrival, std::uint32_t bytes,
                              std::span<const std::uint8_t> link_header);

/// Makes the background packets of one direction and delivers them one propagation delay later.
/// They use the median delay, so that they consume no random numbers of the measured user.
class BackgroundPackets {
 public:
  BackgroundPackets(DirectionState& shared, HopExit& exit) : shared_(shared), exit_(exit) {}
  BackgroundPackets(const BackgroundPackets&) = delete;

  /// Background packets get the link header of `packet`, the latest of this direction.
  void copy_link_header(const Packet& packet);
  /// False until the first copy_link_header().
  bool ready() const { return pool_ != nullptr; }
  /// A packet of `bytes` IP bytes leaves the transmitter now. Only when ready().
  void send(std::uint32_t bytes);
  /// Drops such a packet, because the direction holds too much (held_full).
  void drop(std::uint32_t bytes);
  /// Packets on their way to the exit.
  const Occupancy& held() const { return held_; }

 private:
  void deliver(std::uint32_t bytes);
  Packet make(std::uint32_t bytes);

  DirectionState& shared_;
  HopExit& exit_;
  PacketPool* pool_ = nullptr;
  std::array<std::uint8_t, 32> link_header_{};
  std::size_t link_header_bytes_ = 0;
  std::uint64_t made_ = 0;
  Occupancy held_;
};

}  // namespace seawind
