// SPDX-License-Identifier: GPL-3.0-or-later
// The events of a time-sequence graph of one flow: segments sent (sequence offsets, each connection
// from 0; for a stream packet numbers), acknowledgements, drops, marks, and retransmission
// time-outs. Events are processed one by one; for memory see tcp_half.h.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <memory_resource>
#include <optional>

#include "common/event_log.h"
#include "controller/measure/flow_meter.h"
#include "controller/measure/journeys.h"

namespace seawind {

struct SequenceEvent {
  enum class Kind {
    kNew,        // [begin, end) sent for the first time, at least in part
    kAgain,      // retransmission of [begin, end)
    kTimeout,    // the retransmission just reported was a time-out
    kAdvance,    // the acknowledgement `begin` reached the sender and is higher than all before
    kDuplicate,  // the acknowledgement `begin` reached the sender again, without data or FIN
    kDropped,    // [begin, end) was dropped
    kMarked,     // [begin, end) was marked CE
    kDelivered,  // stream: packet `begin` left the link
  };
  Kind kind = Kind::kNew;
  std::int64_t time_ns = 0;
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::uint16_t connection = 0;  // the port at the flow's other end
  std::uint64_t packet = 0;      // id in the log
};

class SequenceTracer {
 public:
  using OnEvent = std::function<void(const SequenceEvent&)>;
  /// `memory` must outlive the tracer.
  SequenceTracer(LogMemory& memory, const FlowSpec& flow, OnEvent on_event);
  ~SequenceTracer();

  void add(const EventRecord& event, std::span<const std::uint8_t> snap);
  /// Whether the events count packets, as those of a stream, and of a program whose first packet is
  /// not TCP. Packets of the other kind have no events.
  bool counts_packets() const { return counts_packets_.value_or(false); }

 private:
  using Kind = SequenceEvent::Kind;
  struct Connection;
  struct Journey {
    FlowPacket packet = {};
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::uint16_t connection = 0;
  };
  Connection& connection(std::uint16_t port);
  void arrival(const EventRecord& event, std::span<const std::uint8_t> snap);
  void acknowledged(const Journey& packet, std::int64_t time_ns);
  void notify(Kind kind, const Journey& packet, std::int64_t time_ns) const;

  LogMemory& memory_;
  OnEvent on_event_;
  std::unique_ptr<FlowMeter> meter_;
  std::pmr::map<std::uint16_t, Connection> connections_;
  Journeys<Journey> journeys_;
  std::optional<bool> counts_packets_;  // empty: no packet was sent yet
  std::int64_t packets_ = 0;            // sent so far, if counts_packets_
};

}  // namespace seawind
