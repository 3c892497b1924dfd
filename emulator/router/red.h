// SPDX-License-Identifier: GPL-3.0-or-later
// Random early detection (Floyd, Jacobson 1993), exactly as in experiments RQ1-RQ8: the average and
// the thresholds count bytes, the average is updated at arrivals (red_average.h), and the count
// rule decides on signals (red_curve.h); average_queue.h has the effect of a signal. Gentle RED and
// Adaptive RED (red_adapter.h) are options of this queue.
#pragma once

#include "emulator/router/average_queue.h"
#include "emulator/router/red_adapter.h"

namespace seawind {

class RedQueue final : public AverageQueue<RedConfig> {
 public:
  RedQueue(const RedConfig& config, const Node& node);

  void enqueue(Packet packet, Time now) override;
  double max_probability() const { return curve_.max_probability; }

 private:
  /// Applies other parameters; packets, average and count are kept, and so is an adapted max_p
  /// unless `max_probability` is another one.
  void configure(const RedConfig& config, const RouterContext& link) override;
  void advance(Time now) override;
  void emptied(Time now) override;

  RedConfig config_;
  RedCurve curve_;
  RedDecision decision_;
  RedAdapter adapter_;
};

}  // namespace seawind
