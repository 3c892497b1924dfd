// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/flow_meters.h"

#include <algorithm>
#include <array>

namespace seawind {

void FlowMeters::add(const FlowSpec& flow) {
  if (flow.kind == FlowKind::kRoundTrips && !round_trips_) round_trips_ = size();
  of_port_.try_emplace(flow.sink_port, size());
  meters_.push_back(make_flow_meter(flow, memory_));
}

std::optional<std::size_t> FlowMeters::owner_of(const IpPacket& packet) {
  const auto of_port = [&](std::uint16_t port) {
    const auto found = of_port_.find(port);
    return found == of_port_.end() ? size() : found->second;
  };
  std::array candidates{of_port(packet.source_port), of_port(packet.destination_port),
                        round_trips_.value_or(size())};
  std::ranges::sort(candidates);
  for (const std::size_t i : candidates)
    if (i < size() && meters_[i]->owns(packet)) return i;
  return {};
}

bool FlowMeters::have_port(const IpPacket& packet) const {
  const auto has = [&](std::uint16_t port) {
    const auto found = of_port_.find(port);
    return found != of_port_.end() && meters_[found->second]->has_port(packet);
  };
  return has(packet.source_port) || has(packet.destination_port);
}

}  // namespace seawind
