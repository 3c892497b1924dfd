// SPDX-License-Identifier: GPL-3.0-or-later
// A firewall at the end of the link where its direction begins. It drops packets of one protocol,
// in both directions.
//
// With ports, it drops packets whose port at the fixed host is among them: the source in the
// downlink, the destination in the uplink. Later fragments have no ports and pass; without its
// first fragment no packet is reassembled. Without ports it drops fragments too. Neighbour
// discovery of IPv6 always passes, as on a link it is never filtered (RFC 4890, 4.4.1).
//
// Answers (as nftables' `reject`): "communication administratively prohibited" of ICMP (RFC 1812,
// 5.2.7.1) or ICMPv6 (RFC 4443, 3.1), or for TCP a RST in the name of the destination.
#pragma once

#include "emulator/link/stages/path_stage.h"

namespace seawind {

class FirewallStage final : public PathStage {
 public:
  FirewallStage(Firewall config, Direction direction, StageContext& context)
      : PathStage(direction, context), config_(std::move(config)) {}

  void change(const StageConfig& config) override { config_ = std::get<Firewall>(config); }

 private:
  Packet pass(Direction of, Packet packet) override;
  bool blocks(Direction of, const Packet& packet) const;
  Packet answer(const Packet& packet);

  Firewall config_;
};

}  // namespace seawind
