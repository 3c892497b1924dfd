// SPDX-License-Identifier: GPL-3.0-or-later
// Weighted RED: one queue and one average (red_average.h) for all packets. Each packet is judged by
// the curve and the count of its own profile, selected by DSCP. The default profiles follow the
// drop precedence of the assured-forwarding classes (RFC 2597: AFx3 is dropped first, AFx1 last).
// ECN, the physical limit, the draws and the reported average are as in red.h.
#pragma once

#include <array>
#include <vector>

#include "emulator/core/random.h"
#include "emulator/router/aqm_config.h"
#include "emulator/router/leaf_queue.h"
#include "emulator/router/red_average.h"
#include "emulator/router/red_curve.h"

namespace seawind {

class WredQueue final : public LeafQueue<WredConfig> {
 public:
  WredQueue(const WredConfig& config, const Node& node);

  void enqueue(Packet packet, Time now) override;
  Packet dequeue(Time now) override;

  const Packet* front() const override { return queue_.empty() ? nullptr : &queue_.front().packet; }

  double average() const { return average_.value(); }

 private:
  /// Applies other parameters; packets and average are kept, the counts are reset.
  void configure(const WredConfig& config, const RouterContext& link) override;
  struct Profile {
    RedCurve curve;
    RedDecision decision{};
  };
  void emptied(Time now) override { average_.emptied(now); }

  bool ecn_ = true;
  std::vector<Profile> profiles_;
  std::array<std::uint8_t, 64> profile_of_{};  // by DSCP
  RedAverage::Parameters parameters_;
  RedAverage average_;
  RandomStream random_;
  std::int64_t last_reported_ = 0;
};

}  // namespace seawind
