// SPDX-License-Identifier: GPL-3.0-or-later
// The size of a port's receive buffer in the kernel.
#pragma once

#include <algorithm>
#include <cstdint>

namespace seawind {

// A slot of the kernel's ring has room for a frame of the interface's MTU, whatever the packet's
// size. A buffer for short packets therefore needs many times their bytes: slots for 0.32 s at full
// rate hold about 10 ms of 64-byte packets. The lower bound lets a slow link absorb bursts of its
// sender, or of a receiver that replies to packets released by a retransmission (128 packets of
// 1500 bytes; 2000 ports: 512 MB). The upper bound limits the memory of one port.
inline constexpr std::int64_t kReceiveBufferUnit = 128 * 1024;
inline constexpr std::int64_t kMinReceiveBuffer = 2 * kReceiveBufferUnit;
inline constexpr std::int64_t kMaxReceiveBuffer = 16 * 1024 * 1024;

/// Size in bytes, a multiple of 128 KiB; `rate` in bit/s.
constexpr std::int64_t receive_buffer_bytes(std::int64_t rate) {
  const std::int64_t wanted = rate / 25;
  const std::int64_t rounded = (wanted + kReceiveBufferUnit - 1) / kReceiveBufferUnit;
  return std::clamp(rounded * kReceiveBufferUnit, kMinReceiveBuffer, kMaxReceiveBuffer);
}

}  // namespace seawind
