// SPDX-License-Identifier: GPL-3.0-or-later
// Lifetime Packet Discard in the last-hop router (experiments B1.5.3; Gurtov, dissertation, 5.x): a
// packet that carries a lifetime (lifetime_option.h) and would arrive after it is not worth its air
// time. Judged as it goes from the router to the link: it is stale when what remains of its
// lifetime is below the time it needs until delivery (StageHost::time_to_deliver).
//
// A stale packet is treated as its option says: forwarded, discarded, or truncated: with
// headercasting only its IP and transport headers go on, so that a transport protocol sees sequence
// numbers and feedback without the data; without headercasting it is discarded. So is one that
// cannot be cut (a fragment, an unknown transport); one that is all header goes on. Packets without
// a lifetime pass. The option itself is not changed: routers may count a relative lifetime down,
// this one need not, since arrival and departure are on one clock.
#pragma once

#include "emulator/link/stage.h"

namespace seawind {

class LifetimeDiscardStage final : public Stage {
 public:
  LifetimeDiscardStage(const LifetimeDiscard& config, Direction direction, StageHost& host)
      : config_(config), direction_(direction), host_(host) {}

  Packet on_pull(Packet packet) override;
  void change(const StageConfig& config) override { config_ = std::get<LifetimeDiscard>(config); }

 private:
  LifetimeDiscard config_;
  const Direction direction_;
  StageHost& host_;
};

}  // namespace seawind
