// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/hop_exit.h"

#include <algorithm>
#include <utility>

#include "common/packet_ids.h"
#include "emulator/core/packet.h"

namespace seawind {

HopExit::HopExit(DirectionState& shared, std::uint64_t seed, StageList& stages, PacketSink& out)
    : shared_(shared),
      duplicates_(seed, stream_name(shared.emit.direction(), "duplicate")),
      dropper_(shared.config->output, seed, shared.emit.direction()),
      stages_(stages),
      out_(out) {}

void HopExit::accept(Packet packet, Time received_at, Duration transmission_time, bool in_order) {
  const ReleaseOrder order = shared_.config->release;
  if (order == ReleaseOrder::kNone || !in_order) return depart(std::move(packet));
  const Time now = shared_.now();
  Time when = pending_.empty() ? now : latest_;
  if (order == ReleaseOrder::kSpaced) {
    when = std::max(now, received_at < latest_ ? latest_ + transmission_time : received_at);
  }
  latest_ = when;
  if (when == now && pending_.empty()) return depart(std::move(packet));
  held_.add(packet.size());
  pending_.push_back(std::move(packet));
  shared_.scheduler.at(when, [this] { deliver_next(); });
}

void HopExit::deliver_next() {
  Packet packet = pending_.pop_front();
  held_.remove(packet.size());
  depart(std::move(packet));
}

void HopExit::depart(Packet packet) {
  if (!duplicates_.happens(shared_.state().duplicate_probability)) {
    return deliver(std::move(packet));
  }
  const std::uint32_t size = packet.size();
  Packet copy =
      Packet::copy_of(packet.pool(), kFirstCopyId + packet.id(), shared_.now(), packet.frame(),
                      static_cast<std::uint16_t>(packet.frame().size() - size));
  copy.set_checksum_correct(packet.checksum_correct());
  held_.add(size);  // the sink of the original may read occupancy()
  shared_.emit(EventKind::kGenerated, copy.id(), size, static_cast<std::int64_t>(packet.id()));
  deliver(std::move(packet));
  held_.remove(size);
  deliver(std::move(copy));
}

void HopExit::deliver(Packet packet) {
  if (dropper_.drops()) return shared_.emit.drop(packet, DropReason::kOutput);
  packet = stages_.on_delivery(shared_.emit.direction(), std::move(packet));
  if (!packet) return;
  shared_.emit(EventKind::kDelivered, packet.id(), packet.size());
  out_.deliver(std::move(packet));
}

void HopExit::deliver_generated(Packet packet) {
  shared_.emit(EventKind::kGenerated, packet.id(), packet.size(), 0, 0, &packet);
  shared_.emit(EventKind::kDelivered, packet.id(), packet.size());
  out_.deliver(std::move(packet));
}

}  // namespace seawind
