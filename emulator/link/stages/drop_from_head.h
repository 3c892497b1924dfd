// SPDX-License-Identifier: GPL-3.0-or-later
// Drop from head (experiments B1.5.6). When an arriving packet would take the router and the link's
// input queue beyond the limit, its head and then the earliest arrivals in the router are dropped,
// until the arriving packet fits. The sender detects such a loss one queueing delay earlier than a
// tail drop.
//
// A packet larger than the limit is itself dropped, and no other. The limit includes packets in the
// adapter slots. The router keeps its own limit; if that is smaller, the router drops at its tail
// and this stage's limit is then never reached.
#pragma once

#include "emulator/link/stage.h"

namespace seawind {

class DropFromHeadStage final : public Stage {
 public:
  DropFromHeadStage(const DropFromHead& config, Direction direction, StageContext& context)
      : config_(config), direction_(direction), context_(context) {}

  Packet on_arrival(Packet packet) override;
  void change(const StageConfig& config) override { config_ = std::get<DropFromHead>(config); }

 private:
  DropFromHead config_;
  const Direction direction_;
  StageContext& context_;
};

}  // namespace seawind
