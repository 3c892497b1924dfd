// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/base_station.h"

#include <utility>

namespace seawind {
namespace {

Direction other(Direction direction) {
  return direction == Direction::kDownlink ? Direction::kUplink : Direction::kDownlink;
}

}  // namespace

BaseStation::BaseStation(const HopConfig& config, Scheduler& scheduler,
                         std::array<HopDirection*, 2> directions)
    : seed_(config.seed),
      time_of_day_(config.time_of_day),
      scheduler_(scheduler),
      directions_(directions) {
  reconfigure(config);
}

void BaseStation::reconfigure(const HopConfig& config) {
  change(Direction::kDownlink, config.downlink.stages);
  change(Direction::kUplink, config.uplink.stages);
}

void BaseStation::change(Direction direction, const std::vector<StageConfig>& stages) {
  Row& places = row(direction);
  places.resize(stages.size());
  for (std::size_t i = 0; i < stages.size(); ++i) {
    if (places[i].stage && places[i].kind == stages[i].index()) {
      places[i].stage->change(stages[i]);
    } else {
      places[i] = {stages[i].index(), make_stage(stages[i], direction, *this)};
    }
  }
}

Packet BaseStation::arrives(Direction direction, Packet packet) {
  for (Place& place : row(direction)) {
    if (packet) packet = place.stage->on_arrival(std::move(packet));
  }
  return packet;
}

Packet BaseStation::pulled(Direction direction, Packet packet) {
  for (Place& place : row(direction)) {
    if (packet) packet = place.stage->on_pull(std::move(packet));
  }
  return packet;
}

Packet BaseStation::leaves(Direction direction, Packet packet) {
  for (Place& place : row(other(direction))) {
    if (packet) packet = place.stage->on_other_delivery(std::move(packet));
  }
  return packet;
}

void BaseStation::drop(Direction direction, Packet packet, DropReason reason) {
  at(direction).emitter().drop(packet, reason);
}

void BaseStation::modified(Direction direction, const Packet& packet, std::uint32_t size_before) {
  at(direction).emitter()(EventKind::kModified, packet.id(), packet.size(), size_before);
}

void BaseStation::emit(Direction direction, Packet packet) {
  at(direction).emit(std::move(packet));
}

void BaseStation::remove_if(Direction direction, const std::function<bool(const Packet&)>& chosen,
                            DropReason reason) {
  at(direction).waiting().remove_if(chosen, reason);
}

Occupancy BaseStation::waiting(Direction direction) const {
  return at(direction).waiting().upstream();
}

bool BaseStation::drop_head(Direction direction, DropReason reason) {
  return at(direction).waiting().drop_head(reason);
}

Duration BaseStation::time_to_deliver(Direction direction, std::uint32_t size) const {
  return at(direction).time_to_deliver(size);
}

}  // namespace seawind
