// SPDX-License-Identifier: GPL-3.0-or-later
// FQ-PIE: flows and scheduler of RFC 8290 (flow_scheduler.h), with PIE's law (pie_law.h) per flow,
// as RFC 8290 section 7 suggests and Linux's fq_pie and FreeBSD's dummynet implement. All laws
// share one time grid. Each law makes up for missed updates when its flow is accessed, with the
// same result as one timer for all. The hash key is the first draw of the class's random stream;
// each arrival then draws one number.
#pragma once

#include "emulator/core/random.h"
#include "emulator/router/aqm_config.h"
#include "emulator/router/ecn.h"
#include "emulator/router/flow_scheduler.h"
#include "emulator/router/pie_law.h"

namespace seawind {

class FqPieQueue final : public QueueDiscipline {
 public:
  FqPieQueue(const FqPieConfig& config, const Node& node);

  void enqueue(Packet packet, Time now) override;
  Packet dequeue(Time now) override { return flows_.dequeue(now, limits_, config_); }
  Time next_ready(Time now) const override { return packets() > 0 ? now : Time::max(); }
  void remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason,
                 Time now) override {
    flows_.remove_if(chosen, reason, now, config_);
  }
  void drain(std::vector<Packet>& out) override { flows_.drain(out); }
  std::int64_t bytes() const override { return flows_.occupancy().bytes; }
  std::int64_t packets() const override { return flows_.occupancy().packets; }
  BufferLimit limit() const override { return limits_.limit; }

  /// Applies other parameters; packets, flows, the state of their laws and the number of flows are
  /// kept.
  void change(const DisciplineConfig& config, const RouterContext& link, Time now) override;

 private:
  void configure(const FqPieConfig& config, const RouterContext& link);

  struct Law {
    using Config = PieConfig;
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

  PieConfig config_;
  FlowLimits limits_;
  RandomStream random_;
  FlowScheduler<Law> flows_;
};

}  // namespace seawind
