// SPDX-License-Identifier: GPL-3.0-or-later
// The flows of a workload, and the lookup of a packet's flow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "controller/measure/flow_meter.h"

namespace seawind {

/// The flows are in the order of add(). A packet's flow is found by its ports, at a cost that does
/// not depend on the number of flows.
class FlowMeters {
 public:
  /// `memory` must outlive the meters.
  explicit FlowMeters(LogMemory& memory, const std::vector<FlowSpec>& flows = {})
      : memory_(memory) {
    for (const auto& flow : flows) add(flow);
  }
  /// If flows have the same port, packets with it are looked up in the first one.
  void add(const FlowSpec& flow);

  /// Index of the first flow that owns the packet, if any. See FlowMeter::owns().
  std::optional<std::size_t> owner_of(const IpPacket& packet);
  /// Whether the packet has the port of any flow.
  bool have_port(const IpPacket& packet) const;

  std::size_t size() const { return meters_.size(); }
  bool empty() const { return meters_.empty(); }
  FlowMeter& operator[](std::size_t index) const { return *meters_[index]; }
  auto begin() const { return meters_.begin(); }
  auto end() const { return meters_.end(); }

 private:
  LogMemory& memory_;
  std::vector<std::unique_ptr<FlowMeter>> meters_;
  std::unordered_map<std::uint16_t, std::size_t> of_port_;
  std::vector<std::size_t> round_trips_;  // the flows of this kind
};

}  // namespace seawind
