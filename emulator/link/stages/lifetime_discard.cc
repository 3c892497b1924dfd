// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/stages/lifetime_discard.h"

#include <utility>

#include "emulator/core/packet_edit.h"
#include "emulator/link/stages/lifetime_option.h"

namespace seawind {

Packet LifetimeDiscardStage::before_input_queue(Packet packet) {
  const auto option = lifetime_option(packet);
  if (!option || option->stale == StaleTreatment::kForward) return packet;
  const Duration since_start = context_.now() - Time();
  const Duration left =
      remaining(*option, context_.now() - packet.arrival(), context_.time_of_day() + since_start);
  if (left >= context_.time_to_deliver(direction_, packet.size())) return packet;
  if (option->stale == StaleTreatment::kTruncate && config_.headercasting) {
    const std::uint32_t before = packet.size();
    if (header_length(packet) == before) return packet;
    if (cut_to_headers(packet)) {
      context_.modified(direction_, packet, before);
      return packet;
    }
  }
  context_.drop(direction_, std::move(packet), DropReason::kLifetime);
  return {};
}

}  // namespace seawind
