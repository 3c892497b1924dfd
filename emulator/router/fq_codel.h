// SPDX-License-Identifier: GPL-3.0-or-later
// FQ-CoDel (RFC 8290): flows and scheduler in flow_scheduler.h, CoDel's law (codel_law.h) on each
// flow's own queue. The law's "bytes left behind" are those of the flow, as each queue is a CoDel
// queue of its own (section 4.2). The key of the hash is drawn from the class's random stream.
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
  std::int64_t bytes() const override { return flows_.fill().bytes; }
  std::int64_t packets() const override { return flows_.fill().packets; }
  BufferLimit limit() const override { return limits_.limit; }

  /// Takes over other parameters; packets, flows and the state of their laws stay, and so does the
  /// number of flows.
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
