// SPDX-License-Identifier: GPL-3.0-or-later
// CoDel (RFC 8289) over one FIFO queue; codel_law.h has the control law. A packet that exceeds the
// limit is dropped at the tail (router_full); drops by the law have the reason early. CoDel draws
// no random numbers. It measures only the wait in this queue, not in the link's buffers behind it.
#pragma once

#include "emulator/router/aqm_config.h"
#include "emulator/router/codel_law.h"
#include "emulator/router/leaf_queue.h"

namespace seawind {

class CodelQueue final : public LeafQueue<CodelConfig> {
 public:
  CodelQueue(const CodelConfig& config, const Node& node);

  void enqueue(Packet packet, Time now) override;
  Packet dequeue(Time now) override;

  const CodelLaw& law() const { return law_; }

 private:
  /// Applies other parameters; packets and the state of the law are kept.
  void configure(const CodelConfig& config, const RouterContext& link) override;
  void emptied(Time) override {}

  CodelConfig config_;
  CodelLaw law_;
};

}  // namespace seawind
