// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/stages/packet_control.h"

#include <utility>

#include "emulator/core/packet_answers.h"

namespace seawind {

Packet PacketControlStage::on_other_delivery(Packet packet) {
  const auto view = tcp_view(packet);
  if (!view) return packet;
  const FlowKey key = receiver_key(packet);
  if (view->rst()) {
    flows_.erase(key);
    return packet;
  }
  if (view->syn()) flows_.erase(key);
  if (!view->ack()) return packet;
  Flow& flow = flows_.insert(key);
  const bool passes = forwards(*view, flow);
  record_acknowledgement(*view, flow);
  if (passes) return packet;
  context_.drop(opposite(direction_), std::move(packet), DropReason::kAckFilter);
  return {};
}

bool PacketControlStage::forwards(const TcpView& ack, Flow& flow) const {
  constexpr std::int64_t kFastRetransmit = 3;
  if (!flow.known) return true;
  if (sequence_before(flow.acknowledged, ack.acknowledgement)) {
    flow.duplicates = 0;
    return true;
  }
  const bool filters = config_.ack_filter && config_.threshold > kFastRetransmit;
  if (!ack.pure_ack()) return true;
  if (sequence_before(ack.acknowledgement, flow.acknowledged)) return !filters;
  if (ack.window != flow.window) return true;
  const std::int64_t n = ++flow.duplicates;
  return !filters ||
         n * kFastRetransmit / config_.threshold > (n - 1) * kFastRetransmit / config_.threshold;
}

void PacketControlStage::record_acknowledgement(const TcpView& ack, Flow& flow) {
  if (flow.known && sequence_before(ack.acknowledgement, flow.acknowledged)) return;
  if (!flow.known || sequence_before(flow.next_sequence, ack.sequence_end())) {
    flow.next_sequence = ack.sequence_end();
  }
  flow.known = true;
  flow.acknowledged = ack.acknowledgement;
  flow.window = ack.window;
  flow.timestamp.reset();
  if (ack.timestamps) flow.timestamp = ack.timestamps->value;
}

Packet PacketControlStage::on_arrival(Packet packet) {
  const auto view = tcp_view(packet);
  if (!view) return packet;
  if (view->syn() || view->rst()) {
    flows_.erase(sender_key(packet));
    return packet;
  }
  return filter_data(std::move(packet), *view);
}

Packet PacketControlStage::before_input_queue(Packet packet) {
  const auto view = tcp_view(packet);
  if (!view || view->syn() || view->rst()) return packet;
  return filter_data(std::move(packet), *view);
}

Packet PacketControlStage::filter_data(Packet packet, const TcpView& view) {
  if (!config_.data_filter || view.length() == 0) return packet;
  Flow* flow = flows_.find(sender_key(packet));
  if (flow == nullptr || !flow->known) return packet;
  if (sequence_before(flow->acknowledged, view.sequence_end())) return packet;
  const bool probe =
      view.length() == 1 && view.payload_bytes == 1 && view.sequence_end() == flow->acknowledged;
  if (probe) return packet;
  Packet ack;
  if (times_dropped(*flow, view.sequence) % 2 == 0) ack = answer(packet, view, *flow);
  context_.drop(direction_, std::move(packet), DropReason::kDataFilter);
  if (ack) context_.deliver_generated(opposite(direction_), std::move(ack));
  return {};
}

std::uint32_t PacketControlStage::times_dropped(Flow& flow, std::uint32_t sequence) {
  for (Dropped& dropped : flow.dropped) {
    if (dropped.times > 0 && dropped.sequence == sequence) return ++dropped.times;
  }
  flow.dropped[flow.next_dropped] = {sequence, 1};
  flow.next_dropped = (flow.next_dropped + 1) % static_cast<std::uint32_t>(flow.dropped.size());
  return 1;
}

Packet PacketControlStage::answer(const Packet& segment, const TcpView& view, const Flow& flow) {
  AckFields fields{
      .sequence = flow.next_sequence, .acknowledgement = flow.acknowledged, .window = flow.window};
  if (view.timestamps && flow.timestamp) {
    fields.timestamps = TcpView::Timestamps{*flow.timestamp, view.timestamps->value};
  }
  return make_ack(context_.generated_id(), context_.now(), segment, fields);
}

}  // namespace seawind
