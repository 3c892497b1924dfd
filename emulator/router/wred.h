// SPDX-License-Identifier: GPL-3.0-or-later
// Weighted RED: one queue and one average (red_average.h) for all packets. Each packet is judged by
// the curve and the count of its own profile, selected by DSCP. The default profiles follow the
// drop precedence of the assured-forwarding classes (RFC 2597: AFx3 is dropped first, AFx1 last).
// average_queue.h has the effect of a signal.
#pragma once

#include <array>
#include <vector>

#include "emulator/router/average_queue.h"

namespace seawind {

class WredQueue final : public AverageQueue<WredConfig> {
 public:
  WredQueue(const WredConfig& config, const Node& node);

  void enqueue(Packet packet, Time now) override;

 private:
  /// Applies other parameters; packets, average and the counts of profiles are kept.
  void configure(const WredConfig& config, const RouterContext& link) override;
  struct Profile {
    RedCurve curve;
    RedDecision decision{};
  };

  bool ecn_ = true;
  std::vector<Profile> profiles_;
  std::array<std::uint8_t, 64> profile_of_{};  // by DSCP
};

}  // namespace seawind
