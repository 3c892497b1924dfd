// SPDX-License-Identifier: GPL-3.0-or-later
// A stateful NAT64 (RFC 6146) between mobile hosts of IPv6 and a path of IPv4: nat_table.h, whose
// hosts are those of IPv6, and ip_translation.h. A packet of the uplink to the prefix (RFC 6052)
// leaves as IPv4 from the pool; a packet of the downlink to the network of the pool arrives as IPv6
// from the prefix, or is dropped. All others pass.
//
// An IPv4 packet that is too large as IPv6 is cut into fragments. All but the last one are
// generated packets (StageContext::send). With DF it is dropped, and its sender gets "fragmentation
// needed".
//
// ICMP errors are translated with their quote, if a mapping exists; they refresh nothing. Those
// with a wrong checksum are dropped (RFC 5508, REQ-3), and so is ICMP in fragments (RFC 7915, 1.2).
#pragma once

#include <optional>

#include "emulator/link/stages/ip_translation.h"
#include "emulator/link/stages/nat_table.h"
#include "emulator/link/stages/path_stage.h"

namespace seawind {

class Nat64Stage final : public PathStage {
 public:
  /// `direction` is the downlink.
  Nat64Stage(const Nat64& config, Direction direction, StageContext& context)
      : PathStage(direction, context),
        table_(config.nat),
        prefix_(config.prefix),
        mtu_(config.mtu) {}

  /// As NatTable::change(); another prefix keeps the mappings.
  void change(const StageConfig& config) override;

 private:
  Packet pass(Direction of, Packet packet) override;
  /// Translates a packet. Returns a reason if the packet must be dropped instead.
  std::optional<DropReason> outbound(Packet& packet);
  std::optional<DropReason> inbound(Packet& packet);
  std::optional<DropReason> outbound_error(Packet& packet, const IpFields& fields);
  std::optional<DropReason> inbound_error(Packet& packet, const IpFields& fields);
  /// Cuts an IPv6 packet larger than the MTU. `fields`: of its header.
  void cut_into_fragments(Packet& packet, IpFields fields);

  NatTable table_;
  EmbeddedIpv4 prefix_;
  std::uint32_t mtu_;
  std::uint16_t next_id_ = 0;  // of an IPv4 packet
};

}  // namespace seawind
