// SPDX-License-Identifier: GPL-3.0-or-later
// Weighted fair queueing (Demers, Keshav, Shenker 1989; packet-by-packet GPS of Parekh and Gallager
// 1993). On arrival, each packet is tagged with the virtual time at which a fluid server
// (gps_clock.h) of the link's rate would finish it. The smallest tag is sent first. WFQ may run
// ahead of the fluid server by many packets; wf2q_plus.h does not.
//
// The fluid server runs at the configured rate of the link. If the rate changes while packets wait,
// or transmission stops, the order of service deviates from GPS on the actual link, and WF2Q+ is
// preferable. Tags belong to positions in a child's queue: if its discipline drops packets that are
// already queued, the tags of the oldest packets are discarded.
#pragma once

#include "emulator/core/ring.h"
#include "emulator/router/classful.h"
#include "emulator/router/gps_clock.h"

namespace seawind {

class WeightedFairQueueing final : public Classful {
 public:
  WeightedFairQueueing(const WfqConfig& config, const Node& node);

  void change(const DisciplineConfig& config, const RouterContext& link, Time now) override;

 private:
  void read_weights(const WfqConfig& config, Time now);
  void accepted(std::uint32_t child, std::uint32_t size, Time now) override;
  void activate(std::uint32_t child, Time now) override;
  void deactivate(std::uint32_t child) override { by_tag_.erase(child); }
  std::uint32_t choose(Time) override { return by_tag_.top(); }
  void served(std::uint32_t child, std::uint32_t size, Time now) override;
  void stays_active(std::uint32_t child, Time now) override { activate(child, now); }

  GpsClock clock_;
  std::vector<Ring<double>> tags_;
  IndexedHeap<double> by_tag_;
};

}  // namespace seawind
