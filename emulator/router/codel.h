// SPDX-License-Identifier: GPL-3.0-or-later
// CoDel (RFC 8289) over one first-in first-out queue: the law is in codel_law.h. What does not fit
// the limit is dropped at the tail (router_full), what the law drops has the reason early. Draws no
// random number. Only the wait in this queue counts, not that in the link's buffers behind it.
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
  /// Takes over other parameters; packets and the state of the law stay.
  void configure(const CodelConfig& config, const RouterContext& link) override;
  void emptied(Time) override {}

  CodelConfig config_;
  CodelLaw law_;
};

}  // namespace seawind
