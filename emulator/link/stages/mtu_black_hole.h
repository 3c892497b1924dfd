// SPDX-License-Identifier: GPL-3.0-or-later
// A hop of the path that forwards packets of at most `size` bytes (RFC 1191, RFC 8201). A larger
// packet that may not be fragmented is dropped: every packet of IPv6, and one of IPv4 with DF. The
// sender gets "packet too big", or with `answer: none` nothing (the black hole of RFC 2923, 2.1).
//
// A larger packet of IPv4 without DF passes whole. A router would fragment it and the receiver
// would reassemble the same packet.
#pragma once

#include "emulator/link/stages/path_stage.h"

namespace seawind {

class MtuBlackHoleStage final : public PathStage {
 public:
  MtuBlackHoleStage(const MtuBlackHole& config, Direction direction, StageContext& context)
      : PathStage(direction, context), config_(config) {}

  void change(const StageConfig& config) override { config_ = std::get<MtuBlackHole>(config); }

 private:
  Packet pass(Direction of, Packet packet) override;

  MtuBlackHole config_;
};

}  // namespace seawind
