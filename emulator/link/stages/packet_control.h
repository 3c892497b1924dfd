// SPDX-License-Identifier: GPL-3.0-or-later
// Packet control at the base station (experiments B1.5.1; Zeng, "TCP packet control"): hides delay
// spikes and reordering of the radio from a TCP sender. Stands in the direction of the data.
//
// ACK filter, on what comes off the radio in the other direction. For each connection it knows the
// highest acknowledgement number that came by.
//  - An old ACK (a pure one, with a lower number) is dropped.
//  - Of duplicate ACKs (RFC 5681: pure, the highest number again, the same window) number n after
//    the new ACK is forwarded when floor(3n/N) > floor(3(n-1)/N), N being the threshold. So 3 have
//    reached the sender, and its fast retransmit starts, when N have arrived, and they come evenly;
//    those beyond the Nth go on in the same measure. A new ACK starts the count again.
//  - N = 3 is a no-op: this filter drops nothing, old ACKs included.
//
// Data filter, on what arrives in its own direction, and again as it leaves the router for the
// radio: the acknowledgement may come by while the segment waits. A segment whose last sequence
// number the mobile host has acknowledged is dropped. Every second time the same segment is dropped
// the ACK that must have been lost is generated and handed to the sender: the highest
// acknowledgement number, with the mobile host's last window and sequence number, and, if the
// connection has timestamps, its last value and the echo RFC 7323 asks for.
//  - Passed in any case: what has no payload and no FIN, SYN, RST, and one single byte just below
//    the highest acknowledgement number, which is a keepalive or window probe that wants an answer.
//  - What the dropped segment itself acknowledges is lost with it; later segments repeat it.
//
// Memory: 256 connections (the one looked up longest ago makes room), forgotten at RST and begun
// anew at SYN; for each the last 4 different segments that were dropped, the oldest of them making
// room.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "emulator/core/tcp_view.h"
#include "emulator/link/stage.h"
#include "emulator/link/stages/flow_table.h"

namespace seawind {

class PacketControlStage final : public Stage {
 public:
  PacketControlStage(const PacketControl& config, Direction direction, StageHost& host)
      : config_(config), direction_(direction), host_(host) {}

  Packet on_arrival(Packet packet) override;
  Packet on_pull(Packet packet) override;
  Packet on_other_delivery(Packet packet) override;
  void change(const StageConfig& config) override { config_ = std::get<PacketControl>(config); }

  static constexpr std::size_t kFlows = 256;

 private:
  struct Dropped {
    std::uint32_t sequence = 0;
    std::uint32_t times = 0;
  };
  struct Flow {
    bool known = false;  // an acknowledgement was seen
    std::uint32_t acknowledged = 0;
    std::uint16_t window = 0;
    std::uint32_t next_sequence = 0;  // the mobile host's
    std::optional<std::uint32_t> timestamp{};
    std::uint32_t duplicates = 0;
    std::array<Dropped, 4> dropped{};
    std::uint32_t next_dropped = 0;
  };

  Packet filter_data(Packet packet, const TcpView& view);
  bool forwards(const TcpView& ack, Flow& flow) const;
  static void learn(const TcpView& ack, Flow& flow);
  static std::uint32_t times_dropped(Flow& flow, std::uint32_t sequence);
  Packet answer(const Packet& segment, const TcpView& view, const Flow& flow);

  PacketControl config_;
  const Direction direction_;
  StageHost& host_;
  FlowTable<Flow> flows_{kFlows};
};

}  // namespace seawind
