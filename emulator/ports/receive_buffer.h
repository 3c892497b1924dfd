// SPDX-License-Identifier: GPL-3.0-or-later
// How much kernel memory a port's receive buffer takes.
#pragma once

#include <algorithm>
#include <cstdint>

namespace seawind {

// A slot of the kernel's ring holds a whole frame of the interface's MTU however short the packet
// is, so a buffer for short packets needs many times their bytes: 0.32 s of the rate in slots is
// about 10 ms of 64-byte packets. The lower bound is what a slow link keeps for bursts from its
// sender or a receiver that answers what a retransmission held back
// (128 packets of 1500 bytes; 2000 ports: 512 MB); the upper bound is what one port may take from
// the machine.
inline constexpr std::int64_t kReceiveBufferUnit = 128 * 1024;
inline constexpr std::int64_t kLeastReceiveBuffer = 2 * kReceiveBufferUnit;
inline constexpr std::int64_t kMostReceiveBuffer = 16 * 1024 * 1024;

/// Bytes, a multiple of 128 KiB. `rate` in bit/s.
constexpr std::int64_t receive_buffer_bytes(std::int64_t rate) {
  const std::int64_t wanted = rate / 25;
  const std::int64_t rounded = (wanted + kReceiveBufferUnit - 1) / kReceiveBufferUnit;
  return std::clamp(rounded * kReceiveBufferUnit, kLeastReceiveBuffer, kMostReceiveBuffer);
}

}  // namespace seawind
