// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/stages/fast_reset.h"

#include "emulator/core/tcp_view.h"
#include "emulator/link/stages/flow_key.h"

namespace seawind {

Packet FastResetStage::on_other_delivery(Packet packet) {
  const auto view = tcp_view(packet);
  if (!view || !view->rst()) return packet;
  const FlowKey key = receiver_key(packet);
  const std::uint8_t tcp = packet.ip().protocol;
  const auto chosen = [&key, tcp](const Packet& waiting) {
    return waiting.ip().protocol == tcp && waiting.ip().source_port != 0 &&
           sender_key(waiting) == key;
  };
  context_.remove_if(direction_, chosen, DropReason::kFastReset);
  return packet;
}

}  // namespace seawind
