// SPDX-License-Identifier: GPL-3.0-or-later
// Where the background load's packets go that leave the link (bgl_output_handling write).
#pragma once

#include <cstdint>

namespace seawind {

class BackgroundOutput {
 public:
  /// A background packet of `bytes` IP bytes has been transmitted. Called from a scheduler event of
  /// its own. The packet (background_packets.h) reaches the receiver one propagation delay later,
  /// is neither lost nor held, and is reported by kGenerated and kDelivered.
  virtual void background_sent(std::uint32_t bytes) = 0;

 protected:
  ~BackgroundOutput() = default;
};

}  // namespace seawind
