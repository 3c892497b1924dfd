// SPDX-License-Identifier: GPL-3.0-or-later
// The packets of one direction of which nothing was transmitted yet, wherever they wait: in the
// router, the input queue or the send buffer; and what outages do to them (experiments D9, D12).
//
// queue_loss. When an outage begins, round(queue_loss x n) of the n packets that wait are dropped
// (outage), those that came last: as when a handover shrinks the queue for a moment (link-model
// section 4).
//
// discard. While the outage lasts a packet is dropped (outage) at the instant it has waited for
// `persistency` since it came or since the outage began, whichever is later; with persistency 0 at
// once. One that is already in part on the link stays, and so does what is left when the outage
// ends at that same instant. The receiver side is not affected. Of several such outages at a time
// the one that began last says since when.
#pragma once

#include <functional>
#include <memory>

#include "emulator/link/gates.h"
#include "emulator/link/input_queue.h"
#include "emulator/link/underway.h"
#include "emulator/router/last_hop_router.h"

namespace seawind {

class Waiting {
 public:
  /// `router` may be empty at times.
  Waiting(Underway& underway, const Gates& gates, InputQueue& input,
          const std::unique_ptr<LastHopRouter>& router)
      : underway_(underway), gates_(gates), input_(input), router_(router) {}
  Waiting(const Waiting&) = delete;

  /// From downstream up, each place from its head. What moves then is the caller's to see to.
  void remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason);
  /// What waits in router and input queue.
  Fill upstream() const;
  /// Drops the packet that is to leave these first; false: none.
  bool drop_head(DropReason reason);

  void outage_begins(const Outage& outage);
  /// A packet comes: whether it is lost at once. The caller drops it then.
  bool refuses_now();
  /// A packet has come and waits.
  void came();

 private:
  void lose_share(double share);
  void look_again_at(Time when);
  void sweep();

  Underway& underway_;
  const Gates& gates_;
  InputQueue& input_;
  const std::unique_ptr<LastHopRouter>& router_;
  Time discarding_since_;
  Time next_sweep_ = Time::max();
};

}  // namespace seawind
