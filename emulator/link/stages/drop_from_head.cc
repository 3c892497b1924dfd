// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/stages/drop_from_head.h"

#include <utility>

namespace seawind {

Packet DropFromHeadStage::on_arrival(Packet packet) {
  if (!Occupancy{}.fits(packet.size(), config_.limit)) {
    context_.drop(direction_, std::move(packet), DropReason::kHeadDrop);
    return {};
  }
  while (!context_.waiting(direction_).fits(packet.size(), config_.limit) &&
         context_.drop_head(direction_, DropReason::kHeadDrop)) {
  }
  return packet;
}

}  // namespace seawind
