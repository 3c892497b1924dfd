// SPDX-License-Identifier: GPL-3.0-or-later
// FQ-PIE: flows and scheduler of RFC 8290 (flow_scheduler.h), with PIE's law (pie_law.h) per flow,
// as RFC 8290 section 7 suggests and Linux's fq_pie and FreeBSD's dummynet implement. All laws
// share one time grid. Each law performs missed updates when its flow is accessed, with the
// same result as one timer for all.
#pragma once

#include "emulator/router/aqm_config.h"
#include "emulator/router/ecn.h"
#include "emulator/router/fair_queue.h"
#include "emulator/router/pie_law.h"

namespace seawind {

struct FqPieLaw {
  using Config = PieConfig;
  using FqConfig = FqPieConfig;
  static const Config& config_of(const FqConfig& config) { return config.pie; }
  static constexpr bool kDraws = true;

  bool admit(Packet& packet, const TimedFifo& queue, Time now, const Config& config,
             QueueEvents& events, double uniform) {
    pie.advance(now, config);
    const PieAction verdict = pie.arrival(queue.bytes(), ecn_capable(packet), uniform, config);
    if (verdict == PieAction::kMark) mark(packet, events);
    return verdict != PieAction::kDrop;
  }
  Packet dequeue(TimedFifo& queue, Time now, const Config& config, QueueEvents&) {
    pie.advance(now, config);
    if (queue.empty()) return {};
    TimedPacket oldest = queue.pop();
    pie.departure(now - oldest.entered, queue.empty());
    return std::move(oldest.packet);
  }
  void settle(Time now, const Config& config) { pie.advance(now, config); }
  void emptied(Time now, const Config& config) {
    pie.advance(now, config);
    pie.departure({}, true);
  }

  PieLaw pie;
};

using FqPieQueue = FairQueue<FqPieLaw>;

}  // namespace seawind
