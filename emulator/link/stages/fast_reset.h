// SPDX-License-Identifier: GPL-3.0-or-later
// Fast Reset at the base station (experiments B1.5.2; Gurtov and Korhonen 2004). A RST that leaves
// the other direction shows that packets waiting for its connection are useless. Every waiting
// packet of the stage's own direction with the mirrored addresses and ports is discarded; the RST
// continues.
//
// The stage is stateless: later packets pass. If the RST is lost on its way to the sender, the
// sender's retransmission reaches the mobile host, whose next RST stops the sender (B7 F3).
// Segments in flight are not affected, nor are fragments, which carry no ports. The stage does not
// check whether the RST is in the receiver's window.
#pragma once

#include "emulator/link/stage.h"

namespace seawind {

class FastResetStage final : public Stage {
 public:
  FastResetStage(Direction direction, StageContext& context)
      : direction_(direction), context_(context) {}

  Packet on_other_delivery(Packet packet) override;
  void change(const StageConfig&) override {}

 private:
  const Direction direction_;
  StageContext& context_;
};

}  // namespace seawind
