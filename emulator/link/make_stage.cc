// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/stage.h"
#include "emulator/link/stages/drop_from_head.h"
#include "emulator/link/stages/fast_reset.h"
#include "emulator/link/stages/firewall.h"
#include "emulator/link/stages/lifetime_discard.h"
#include "emulator/link/stages/mtu_black_hole.h"
#include "emulator/link/stages/nat.h"
#include "emulator/link/stages/nat64.h"
#include "emulator/link/stages/packet_control.h"

namespace seawind {
namespace {

struct Maker {
  Direction direction;
  StageContext& context;

  std::unique_ptr<Stage> operator()(const PacketControl& config) const {
    return std::make_unique<PacketControlStage>(config, direction, context);
  }
  std::unique_ptr<Stage> operator()(const FastReset&) const {
    return std::make_unique<FastResetStage>(direction, context);
  }
  std::unique_ptr<Stage> operator()(const LifetimeDiscard& config) const {
    return std::make_unique<LifetimeDiscardStage>(config, direction, context);
  }
  std::unique_ptr<Stage> operator()(const DropFromHead& config) const {
    return std::make_unique<DropFromHeadStage>(config, direction, context);
  }
  std::unique_ptr<Stage> operator()(const MtuBlackHole& config) const {
    return std::make_unique<MtuBlackHoleStage>(config, direction, context);
  }
  std::unique_ptr<Stage> operator()(const Firewall& config) const {
    return std::make_unique<FirewallStage>(config, direction, context);
  }
  std::unique_ptr<Stage> operator()(const Nat& config) const {
    return std::make_unique<NatStage>(config, direction, context);
  }
  std::unique_ptr<Stage> operator()(const Nat64& config) const {
    return std::make_unique<Nat64Stage>(config, direction, context);
  }
};

}  // namespace

std::unique_ptr<Stage> make_stage(const StageConfig& config, Direction direction,
                                  StageContext& context) {
  return std::visit(Maker{direction, context}, config);
}

}  // namespace seawind
