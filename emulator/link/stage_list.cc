// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/stage_list.h"

#include <utility>

namespace seawind {

void StageList::reconfigure(const HopConfig& config) {
  change(Direction::kDownlink, config.downlink.stages);
  change(Direction::kUplink, config.uplink.stages);
}

void StageList::change(Direction direction, const std::vector<StageConfig>& configs) {
  std::vector<Entry>& entries = stages(direction);
  entries.resize(configs.size());
  for (std::size_t i = 0; i < configs.size(); ++i) {
    if (entries[i].stage && entries[i].kind == configs[i].index()) {
      entries[i].stage->change(configs[i]);
    } else {
      entries[i] = {configs[i].index(), make_stage(configs[i], direction, context_)};
    }
  }
}

Packet StageList::on_arrival(Direction direction, Packet packet) {
  for (Entry& entry : stages(direction)) {
    if (packet) packet = entry.stage->on_arrival(std::move(packet));
  }
  return packet;
}

Packet StageList::before_input_queue(Direction direction, Packet packet) {
  for (Entry& entry : stages(direction)) {
    if (packet) packet = entry.stage->before_input_queue(std::move(packet));
  }
  return packet;
}

Packet StageList::on_delivery(Direction direction, Packet packet) {
  for (Entry& entry : stages(opposite(direction))) {
    if (packet) packet = entry.stage->on_other_delivery(std::move(packet));
  }
  return packet;
}

}  // namespace seawind
