// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/exit.h"

#include <algorithm>
#include <utility>

namespace seawind {

Exit::Exit(const InFlight& in_flight, std::uint64_t seed, StageHooks& stages, PacketSink& out)
    : in_flight_(in_flight),
      dropper_(in_flight.config->output, seed, in_flight.emit.direction()),
      stages_(stages),
      out_(out) {}

void Exit::leave(Packet packet, Time arrived, Duration air, bool in_order) {
  const ReleaseOrder order = in_flight_.config->release;
  if (order == ReleaseOrder::kNone || !in_order) return deliver(std::move(packet));
  const Time now = in_flight_.now();
  Time when = waiting_.empty() ? now : latest_;
  if (order == ReleaseOrder::kSpaced) {
    when = std::max(now, arrived < latest_ ? latest_ + air : arrived);
  }
  latest_ = when;
  if (when == now && waiting_.empty()) return deliver(std::move(packet));
  held_.add(packet.size());
  waiting_.push_back(std::move(packet));
  in_flight_.scheduler.at(when, [this] { deliver_next(); });
}

void Exit::deliver_next() {
  Packet packet = waiting_.pop_front();
  held_.remove(packet.size());
  deliver(std::move(packet));
}

void Exit::deliver(Packet packet) {
  if (dropper_.drops()) return in_flight_.emit.drop(packet, DropReason::kOutput);
  packet = stages_.leaves(in_flight_.emit.direction(), std::move(packet));
  if (!packet) return;
  in_flight_.emit(EventKind::kDelivered, packet.id(), packet.size());
  out_.deliver(std::move(packet));
}

void Exit::emit(Packet packet) {
  in_flight_.emit(EventKind::kGenerated, packet.id(), packet.size());
  in_flight_.emit(EventKind::kDelivered, packet.id(), packet.size());
  out_.deliver(std::move(packet));
}

}  // namespace seawind
