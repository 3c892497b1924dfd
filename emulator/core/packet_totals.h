// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace seawind {

/// A count of packets and IP bytes.
struct PacketTotals {
  std::uint64_t packets = 0;
  std::uint64_t bytes = 0;

  void add(std::uint32_t size) {
    ++packets;
    bytes += size;
  }
};

}  // namespace seawind
