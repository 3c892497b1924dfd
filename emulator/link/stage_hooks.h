// SPDX-License-Identifier: GPL-3.0-or-later
// How one direction calls the stages of the base station (stage.h).
#pragma once

#include "common/event_log.h"
#include "emulator/core/packet.h"

namespace seawind {

/// Each function returns an empty packet if a stage has dropped the packet.
class StageHooks {
 public:
  virtual Packet arrives(Direction direction, Packet packet) = 0;
  virtual Packet pulled(Direction direction, Packet packet) = 0;
  virtual Packet leaves(Direction direction, Packet packet) = 0;

 protected:
  ~StageHooks() = default;
};

}  // namespace seawind
