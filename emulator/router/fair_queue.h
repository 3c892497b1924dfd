// SPDX-License-Identifier: GPL-3.0-or-later
// A discipline of flows: the scheduler of flow_scheduler.h with `Law` per flow. Besides the
// contract there, a law has
//
//   using FqConfig = ...;                        the configuration of the discipline
//   static const Config& config_of(const FqConfig&);
//   static constexpr bool kDraws;                whether admit() uses its random number
//
// The hash key is the first draw of the class's random stream. If kDraws, each arrival then draws
// one number.
#pragma once

#include <utility>

#include "emulator/core/random.h"
#include "emulator/router/class_stream.h"
#include "emulator/router/default_limit.h"
#include "emulator/router/flow_scheduler.h"
#include "emulator/router/router_config.h"

namespace seawind {

template <typename Law>
class FairQueue final : public QueueDiscipline {
 public:
  using FqConfig = typename Law::FqConfig;

  FairQueue(const FqConfig& config, const Node& node)
      : random_(class_stream(node)), flows_(config.flows, random_.next(), node.events) {
    configure(config, node.link);
  }

  void enqueue(Packet packet, Time now) override {
    const double uniform = Law::kDraws ? random_.uniform() : 0;
    flows_.enqueue(std::move(packet), now, limits_, config_, uniform);
  }
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
  void change(const DisciplineConfig& config, const RouterContext& link, Time now) override {
    flows_.settle(now, config_);
    configure(std::get<FqConfig>(config), link);
  }

 private:
  void configure(const FqConfig& config, const RouterContext& link) {
    config_ = Law::config_of(config);
    limits_ = {.limit = limit_or_default(config.limit, link),
               .quantum = config.quantum,
               .drop_batch = config.drop_batch};
  }

  typename Law::Config config_;
  FlowLimits limits_;
  RandomStream random_;
  FlowScheduler<Law> flows_;
};

}  // namespace seawind
