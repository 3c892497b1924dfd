// SPDX-License-Identifier: GPL-3.0-or-later
// Random early detection (Floyd, Jacobson 1993), exactly as in experiments RQ1-RQ8: the average and
// the thresholds count bytes, the average is updated at arrivals (red_average.h), and the count
// rule decides on signals (red_curve.h). With ECN, a signal marks ECN-capable packets, also above
// max_threshold, and drops all others (reason early). A packet that exceeds the physical limit is
// dropped and never marked (reason router_full). Gentle RED and Adaptive RED (red_adapter.h) are
// options of this queue.
//
// Each arrival draws one number, regardless of its outcome. The average is reported after each
// arrival that changed it, in units of 1/256 byte.
#pragma once

#include "emulator/core/random.h"
#include "emulator/router/aqm_config.h"
#include "emulator/router/leaf_queue.h"
#include "emulator/router/red_adapter.h"
#include "emulator/router/red_average.h"
#include "emulator/router/red_curve.h"

namespace seawind {

class RedQueue final : public LeafQueue<RedConfig> {
 public:
  RedQueue(const RedConfig& config, const Node& node);

  void enqueue(Packet packet, Time now) override;
  Packet dequeue(Time now) override;

  const Packet* front() const override { return queue_.empty() ? nullptr : &queue_.front().packet; }

  double average() const { return average_.value(); }
  double max_probability() const { return curve_.max_probability; }

 private:
  /// Applies other parameters; packets, average and count are kept, max_p is reset.
  void configure(const RedConfig& config, const RouterContext& link) override;
  void settle(Time now) override;
  void emptied(Time now) override;

  RedConfig config_;
  RedCurve curve_;
  RedAverage::Parameters parameters_;
  RedAverage average_;
  RedDecision decision_;
  RedAdapter adapter_;
  RandomStream random_;
  std::int64_t last_reported_ = 0;
};

}  // namespace seawind
