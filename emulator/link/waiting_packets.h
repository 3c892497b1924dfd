// SPDX-License-Identifier: GPL-3.0-or-later
// The packets of one direction of which nothing was transmitted yet, in router, input queue and
// send buffer, and the effect of outages on them (experiments D9, D12).
//
// queue_loss. When an outage begins, round(queue_loss x n) of the n waiting packets are dropped
// (outage), the latest arrivals first. This models a handover that shrinks the queue for a moment
// (model 4).
//
// discard. During the outage a packet is dropped (outage) when it has waited for `persistency`
// since its arrival or since the beginning of the outage, whichever is later; with persistency 0 it
// is dropped at once. A packet that is partly transmitted stays, and so does a packet whose time
// expires at the instant the outage ends. The receiver side is not affected. Of several such
// outages at a time each counts for itself, so that the first to drop the packet does.
#pragma once

#include <functional>
#include <memory>

#include "emulator/link/direction_state.h"
#include "emulator/link/gates.h"
#include "emulator/link/input_queue.h"
#include "emulator/link/transmitter.h"
#include "emulator/router/last_hop_router.h"

namespace seawind {

class WaitingPackets {
 public:
  /// `router` may be null at times.
  WaitingPackets(DirectionState& shared, const Gates& gates, Transmitter& transmitter,
                 InputQueue& input, const std::unique_ptr<LastHopRouter>& router)
      : shared_(shared), gates_(gates), transmitter_(transmitter), input_(input), router_(router) {}
  WaitingPackets(const WaitingPackets&) = delete;

  /// Visits downstream places first, each from its head. The caller must then trigger progress.
  void remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason);
  /// Occupancy of router and input queue.
  Occupancy router_and_input() const;
  /// Drops the head of the input queue or, if that is empty, the earliest arrival in the router
  /// (StageContext::drop_head()). Returns false if there is none.
  bool drop_head(DropReason reason);

  void outage_begins(const Outage& outage);
  /// Whether a packet that arrives now is lost at once; the caller then drops it.
  bool outage_rejects_arrival();
  /// A packet has arrived and waits.
  void arrived();

 private:
  Time lost_at(Time arrival) const;
  void lose_share(double share);
  void schedule_sweep(Time when);
  void sweep();

  DirectionState& shared_;
  const Gates& gates_;
  Transmitter& transmitter_;
  InputQueue& input_;
  const std::unique_ptr<LastHopRouter>& router_;
  Time next_sweep_ = Time::max();
};

}  // namespace seawind
