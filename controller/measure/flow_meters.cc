// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/flow_meters.h"

#include <algorithm>
#include <array>

namespace seawind {

void FlowMeters::add(const FlowSpec& flow) {
  if (flow.kind == FlowKind::kRoundTrips) round_trips_.push_back(size());
  of_port_.try_emplace(flow.sink_port, size());
  meters_.push_back(make_flow_meter(flow, memory_));
}

std::optional<std::size_t> FlowMeters::owner_of(const IpPacket& packet) {
  const auto of_port = [&](std::uint16_t port) {
    const auto found = of_port_.find(port);
    return found == of_port_.end() ? size() : found->second;
  };
  std::array candidates{of_port(packet.source_port), of_port(packet.destination_port),
                        of_port(packet.icmp_identifier)};
  std::ranges::sort(candidates);
  const auto owns = [&](std::size_t i) { return i < size() && meters_[i]->owns(packet); };
  if (const auto found = std::ranges::find_if(candidates, owns); found != candidates.end())
    return *found;
  if (packet.source_port != 0 || packet.destination_port != 0) return {};
  // The reply to an echo request whose identifier a NAT has changed.
  const auto found = std::ranges::find_if(round_trips_, owns);
  return found == round_trips_.end() ? std::nullopt : std::optional(*found);
}

bool FlowMeters::have_port(const IpPacket& packet) const {
  const auto has = [&](std::uint16_t port) {
    const auto found = of_port_.find(port);
    return found != of_port_.end() && meters_[found->second]->has_port(packet);
  };
  return has(packet.source_port) || has(packet.destination_port);
}

}  // namespace seawind
