// SPDX-License-Identifier: GPL-3.0-or-later
// Packet control at the base station (experiments B1.5.1; Zeng, "TCP packet control"): hides delay
// spikes and reordering of the radio from a TCP sender. The stage is placed in the direction of the
// data.
//
// The ACK filter acts on packets that leave the other direction. It records the highest
// acknowledgement number of each connection.
//  - An old ACK (a pure ACK with a lower number) is dropped.
//  - Duplicate ACKs (RFC 5681: pure, the highest number again, the same window) are thinned. Number
//    n after the new ACK is forwarded if floor(3n/N) > floor(3(n-1)/N), where N is the threshold.
//    When N have arrived, 3 have been forwarded, evenly spaced, so that the sender starts its fast
//    retransmit. Later duplicates are forwarded at the same rate. A new ACK resets the count.
//  - With N = 3 the filter does nothing; it drops no old ACKs either.
//
// The data filter acts on packets that arrive in the stage's own direction, and again when they
// leave the router for the radio, since the acknowledgement may pass while the segment waits. A
// segment is dropped if the mobile host has acknowledged its last sequence number. On every second
// drop of the same segment, the filter generates the ACK that must have been lost and delivers it
// to the sender. This ACK has the highest acknowledgement number, the mobile host's last window and
// sequence number, and, if the connection uses timestamps, its last value and the echo that
// RFC 7323 requires.
//  - Three kinds of segments always pass: those with SYN or RST, those without payload and FIN, and
//    those of a single byte just below the highest acknowledgement number (a keepalive or window
//    probe, which needs a reply).
//  - The acknowledgement in a dropped segment is lost with it; later segments repeat it.
//
// Memory: 256 connections with least-recently-used replacement. RST deletes a connection; SYN
// resets it. Each connection records the last 4 distinct dropped segments; a new one replaces the
// oldest.
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
  PacketControlStage(const PacketControl& config, Direction direction, StageContext& context)
      : config_(config), direction_(direction), context_(context) {}

  Packet on_arrival(Packet packet) override;
  Packet before_input_queue(Packet packet) override;
  Packet on_other_delivery(Packet packet) override;
  void change(const StageConfig& config) override { config_ = std::get<PacketControl>(config); }

  static constexpr std::size_t kFlows = 256;

 private:
  struct Dropped {
    std::uint32_t sequence = 0;
    std::uint32_t times = 0;
  };
  struct Flow {
    bool known = false;  // an acknowledgement was recorded
    std::uint32_t acknowledged = 0;
    std::uint16_t window = 0;
    std::uint32_t next_sequence = 0;  // of the mobile host
    std::optional<std::uint32_t> timestamp{};
    std::uint32_t duplicates = 0;
    std::array<Dropped, 4> dropped{};
    std::uint32_t next_dropped = 0;
  };

  Packet filter_data(Packet packet, const TcpView& view);
  bool forwards(const TcpView& ack, Flow& flow) const;
  static void record_acknowledgement(const TcpView& ack, Flow& flow);
  static std::uint32_t times_dropped(Flow& flow, std::uint32_t sequence);
  Packet answer(const Packet& segment, const TcpView& view, const Flow& flow);

  PacketControl config_;
  const Direction direction_;
  StageContext& context_;
  FlowTable<Flow> flows_{kFlows};
};

}  // namespace seawind
