// SPDX-License-Identifier: GPL-3.0-or-later
// Flow-adaptive persistency (experiments B1.5.4, LF10): the class of link-layer service of a
// packet. The DSCP selects the class; if no class lists the DSCP, the IP protocol does. The first
// class listed wins. A packet without a class uses the state's delay_drop_threshold and stays in
// order.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "emulator/core/packet.h"
#include "emulator/link/hop_config.h"

namespace seawind {

class PersistencyTable {
 public:
  static constexpr std::uint8_t kNone = 255;

  explicit PersistencyTable(const std::vector<PersistencyClass>& classes);
  /// Index of the packet's class, or kNone.
  std::uint8_t of(const IpView& ip) const {
    return by_dscp_[ip.dscp] != kNone ? by_dscp_[ip.dscp] : by_protocol_[ip.protocol];
  }

 private:
  std::array<std::uint8_t, 64> by_dscp_;
  std::array<std::uint8_t, 256> by_protocol_;
};

}  // namespace seawind
