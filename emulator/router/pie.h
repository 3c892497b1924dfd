// SPDX-License-Identifier: GPL-3.0-or-later
// PIE (RFC 8033) over one FIFO queue; pie_law.h has the law and its timer. A packet that exceeds
// the limit is dropped at the tail (router_full), independent of the law; drops by the law have the
// reason early. Each arrival draws one number.
#pragma once

#include "emulator/core/random.h"
#include "emulator/router/aqm_config.h"
#include "emulator/router/leaf_queue.h"
#include "emulator/router/pie_law.h"

namespace seawind {

class PieQueue final : public LeafQueue<PieConfig> {
 public:
  PieQueue(const PieConfig& config, const Node& node);

  void enqueue(Packet packet, Time now) override;
  Packet dequeue(Time now) override;

  const Packet* front() const override { return queue_.empty() ? nullptr : &queue_.front().packet; }

  const PieLaw& law() const { return law_; }

 private:
  /// Applies other parameters; packets and the state of the law are kept.
  void configure(const PieConfig& config, const RouterContext& link) override;
  void settle(Time now) override { law_.advance(now, config_); }
  void emptied(Time now) override;

  PieConfig config_;
  PieLaw law_;
  RandomStream random_;
};

}  // namespace seawind
