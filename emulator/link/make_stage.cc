// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/stage.h"
#include "emulator/link/stages/drop_from_head.h"
#include "emulator/link/stages/fast_reset.h"
#include "emulator/link/stages/lifetime_discard.h"
#include "emulator/link/stages/packet_control.h"

namespace seawind {
namespace {

struct Maker {
  Direction direction;
  StageHost& host;

  std::unique_ptr<Stage> operator()(const PacketControl& config) const {
    return std::make_unique<PacketControlStage>(config, direction, host);
  }
  std::unique_ptr<Stage> operator()(const FastReset&) const {
    return std::make_unique<FastResetStage>(direction, host);
  }
  std::unique_ptr<Stage> operator()(const LifetimeDiscard& config) const {
    return std::make_unique<LifetimeDiscardStage>(config, direction, host);
  }
  std::unique_ptr<Stage> operator()(const DropFromHead& config) const {
    return std::make_unique<DropFromHeadStage>(config, direction, host);
  }
};

}  // namespace

std::unique_ptr<Stage> make_stage(const StageConfig& config, Direction direction, StageHost& host) {
  return std::visit(Maker{direction, host}, config);
}

}  // namespace seawind
