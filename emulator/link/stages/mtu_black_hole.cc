// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/stages/mtu_black_hole.h"

#include "emulator/core/packet_answers.h"

namespace seawind {

Packet MtuBlackHoleStage::pass(Direction of, Packet packet) {
  if (packet.size() <= config_.size) return packet;
  const bool may_be_fragmented = packet.ip().version == 4 && (packet.ip_bytes()[6] & 0x40) == 0;
  if (may_be_fragmented) return packet;
  Packet answer;
  if (config_.answers) {
    answer = make_icmp_error(context_.generated_id(), context_.now(), packet, IcmpError::kTooBig,
                             config_.size);
  }
  return drop_and_answer(of, std::move(packet), DropReason::kMtu, std::move(answer));
}

}  // namespace seawind
