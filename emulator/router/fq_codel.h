// SPDX-License-Identifier: GPL-3.0-or-later
// FQ-CoDel (RFC 8290): flows and scheduler of flow_scheduler.h, with CoDel's law (codel_law.h) per
// flow. The law's "bytes remaining" are those of the flow, since each flow queue is a CoDel queue
// of its own (section 4.2). The hash key is drawn from the class's random stream.
#pragma once

#include "emulator/router/aqm_config.h"
#include "emulator/router/codel_law.h"
#include "emulator/router/flow_scheduler.h"

namespace seawind {

class FqCodelQueue final : public QueueDiscipline {
 public:
  FqCodelQueue(const FqCodelConfig& config, const Node& node);

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
  void configure(const FqCodelConfig& config, const RouterContext& link);

  struct Law {
    using Config = CodelConfig;
    bool admit(Packet&, const TimedFifo&, Time, const Config&, QueueEvents&, double) {
      return true;
    }
    Packet dequeue(TimedFifo& queue, Time now, const Config& config, QueueEvents& events) {
      return codel.dequeue(queue, now, config, events);
    }
    void settle(Time, const Config&) {}
    void emptied(Time, const Config&) {}
    CodelLaw codel;
  };

  CodelConfig config_;
  FlowLimits limits_;
  FlowScheduler<Law> flows_;
};

}  // namespace seawind
