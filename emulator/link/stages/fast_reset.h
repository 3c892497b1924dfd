// SPDX-License-Identifier: GPL-3.0-or-later
// Fast Reset at the base station (experiments B1.5.2; Gurtov and Korhonen 2004): a RST that comes
// off the radio shows that what waits for that connection will be of no use. Every packet waiting
// in the stage's own direction with the mirrored addresses and ports is discarded, then the RST
// goes on.
//
// Stateless: what arrives afterwards passes. So when the RST is lost on its way to the sender, the
// retransmission reaches the mobile host, whose next RST stops the sender (B7 F3). Segments in
// flight are not affected, nor are fragments, which show no ports. Whether the RST is in the
// receiver's window is not checked.
#pragma once

#include "emulator/link/stage.h"

namespace seawind {

class FastResetStage final : public Stage {
 public:
  FastResetStage(Direction direction, StageHost& host) : direction_(direction), host_(host) {}

  Packet on_other_delivery(Packet packet) override;
  void change(const StageConfig&) override {}

 private:
  const Direction direction_;
  StageHost& host_;
};

}  // namespace seawind
