// SPDX-License-Identifier: GPL-3.0-or-later
// A stage that stands for an element of the path in front of its direction: every packet passes it,
// those of its own direction when they arrive and those of the other direction when they leave.
#pragma once

#include <utility>

#include "emulator/link/stage.h"

namespace seawind {

class PathStage : public Stage {
 public:
  Packet on_arrival(Packet packet) final { return pass(direction_, std::move(packet)); }
  Packet on_other_delivery(Packet packet) final {
    return pass(opposite(direction_), std::move(packet));
  }

 protected:
  PathStage(Direction direction, StageContext& context)
      : direction_(direction), context_(context) {}

  /// A packet of the direction `of`. Returns it, or the result of drop_and_answer().
  virtual Packet pass(Direction of, Packet packet) = 0;

  /// Drops `packet` and sends `answer`, unless it is empty, to the sender of `packet`. The element
  /// is next to the senders of the stage's own direction: their answer is delivered at once. The
  /// senders of the other direction get theirs over the link. Returns an empty packet.
  Packet drop_and_answer(Direction of, Packet packet, DropReason reason, Packet answer = {}) {
    context_.drop(of, std::move(packet), reason);
    if (!answer) return {};
    if (of == direction_) {
      context_.deliver_generated(opposite(direction_), std::move(answer));
    } else {
      context_.send(direction_, std::move(answer));
    }
    return {};
  }

  const Direction direction_;
  StageContext& context_;
};

}  // namespace seawind
