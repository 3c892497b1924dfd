// SPDX-License-Identifier: GPL-3.0-or-later
// Drop from head (experiments B1.5.6): when an arriving packet would take what waits in the router
// and the link's input queue beyond the limit, the packets that would leave first make room, one
// by one, until it fits. The sender learns of the loss a queueing delay earlier than from a drop at
// the tail.
//
// A packet larger than the whole limit is itself dropped, and nothing else. The limit counts
// packets in the adapter slots too. The router in front keeps its own limit: where that one is
// smaller, it drops at its tail before this function ever acts.
#pragma once

#include "emulator/link/stage.h"

namespace seawind {

class DropFromHeadStage final : public Stage {
 public:
  DropFromHeadStage(const DropFromHead& config, Direction direction, StageHost& host)
      : config_(config), direction_(direction), host_(host) {}

  Packet on_arrival(Packet packet) override;
  void change(const StageConfig& config) override { config_ = std::get<DropFromHead>(config); }

 private:
  DropFromHead config_;
  const Direction direction_;
  StageHost& host_;
};

}  // namespace seawind
