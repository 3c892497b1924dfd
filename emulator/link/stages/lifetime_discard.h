// SPDX-License-Identifier: GPL-3.0-or-later
// Lifetime Packet Discard (experiments B1.5.3; Gurtov, dissertation, 5.x). A packet with a lifetime
// (lifetime_option.h) that would arrive after its end is not transmitted. The stage judges a packet
// when it moves from the router (without a router, from the arrival) to the link. The packet is
// stale if its remaining lifetime is below the estimated time until delivery
// (StageContext::time_to_deliver).
//
// The option selects the treatment of a stale packet: forward, discard or truncate. With
// headercasting, truncation forwards only IP and transport headers, so that the transport protocol
// receives sequence numbers and feedback without the data; without headercasting, the packet is
// discarded. A packet that cannot be cut (a fragment, an unknown transport) is discarded; one that
// consists of headers only is forwarded. Packets without a lifetime pass. The option is not
// changed: a router may decrement a relative lifetime, but here arrival and departure use the same
// clock.
#pragma once

#include "emulator/link/stage.h"

namespace seawind {

class LifetimeDiscardStage final : public Stage {
 public:
  LifetimeDiscardStage(const LifetimeDiscard& config, Direction direction, StageContext& context)
      : config_(config), direction_(direction), context_(context) {}

  Packet before_input_queue(Packet packet) override;
  void change(const StageConfig& config) override { config_ = std::get<LifetimeDiscard>(config); }

 private:
  LifetimeDiscard config_;
  const Direction direction_;
  StageContext& context_;
};

}  // namespace seawind
