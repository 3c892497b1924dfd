// SPDX-License-Identifier: GPL-3.0-or-later
// FQ-CoDel (RFC 8290): flows and scheduler of flow_scheduler.h, with CoDel's law (codel_law.h) per
// flow. The law's "bytes remaining" are those of the flow, since each flow queue is a CoDel queue
// of its own (section 4.2).
#pragma once

#include "emulator/router/aqm_config.h"
#include "emulator/router/codel_law.h"
#include "emulator/router/fair_queue.h"

namespace seawind {

struct FqCodelLaw {
  using Config = CodelConfig;
  using FqConfig = FqCodelConfig;
  static const Config& config_of(const FqConfig& config) { return config.codel; }
  static constexpr bool kDraws = false;

  bool admit(Packet&, const TimedFifo&, Time, const Config&, QueueEvents&, double) { return true; }
  Packet dequeue(TimedFifo& queue, Time now, const Config& config, QueueEvents& events) {
    return codel.dequeue(queue, now, config, events);
  }
  void settle(Time, const Config&) {}
  void emptied(Time, const Config&) {}

  CodelLaw codel;
};

using FqCodelQueue = FairQueue<FqCodelLaw>;

}  // namespace seawind
