// SPDX-License-Identifier: GPL-3.0-or-later
// A NAT between the mobile hosts and the path (nat_table.h). It translates IPv4; IPv6 passes.
// Packets of the uplink get a source of the pool; packets of the downlink are translated back, or
// dropped if they have no mapping.
//
// ICMP errors are translated with their quote, if a mapping exists; they refresh nothing. Other
// ICMP than errors and echo, and other protocols, are dropped. No packet between the mobile hosts
// is turned back (no hairpinning).
#pragma once

#include <optional>
#include <utility>

#include "emulator/link/stages/nat_table.h"
#include "emulator/link/stages/path_stage.h"

namespace seawind {

class NatStage final : public PathStage {
 public:
  /// `direction` is the downlink.
  NatStage(Nat config, Direction direction, StageContext& context)
      : PathStage(direction, context), table_(std::move(config)) {}

  void change(const StageConfig& config) override { table_.change(std::get<Nat>(config)); }

 private:
  Packet pass(Direction of, Packet packet) override;
  /// Translates a packet. Returns a reason if the packet must be dropped instead.
  std::optional<DropReason> outbound(Packet& packet);
  std::optional<DropReason> inbound(Packet& packet);
  std::optional<DropReason> error(Direction of, Packet& packet);
  std::optional<DropReason> later_fragment(Direction of, Packet& packet);
  void record_fragment(Direction of, const Packet& packet, std::uint32_t translated);

  NatTable table_;
};

}  // namespace seawind
