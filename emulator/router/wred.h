// SPDX-License-Identifier: GPL-3.0-or-later
// Weighted RED: one queue and one average (red_average.h) shared by all packets, but each packet is
// judged by the curve and the count of its own profile, chosen by DSCP. With the default profiles
// the drop precedence of an assured-forwarding class decides (RFC 2597: AFx3 goes first, AFx1
// last). ECN, the physical limit, the draws and what is told: as in red.h.
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
  /// Takes over other parameters; packets and average stay, the counts start again.
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
  std::int64_t told_ = 0;
};

}  // namespace seawind
