// SPDX-License-Identifier: GPL-3.0-or-later
// The transmitter of one direction: transmits one frame at a time, as rate and gates allow.
//
// The next frame is the oldest one queued for retransmission on the link (error_handling
// RETRANSMIT). If there is none, it is the next new frame of the send buffer, provided that the
// receiver's window admits it (with link-layer acks). The next frame starts when the rate
// (rate_control.h), the channel allocation (allocation_gate.h) and the gates (gates.h) allow it;
// they are checked in that order. A new frame is cut at its start and takes the configuration of
// that instant. link_overhead counts once per frame; protocol_overhead_per_packet counts once per
// packet, with its first byte. Both only add to the transmission time.
//
// A frame that waits for its opportunity on a delivery trace has not been sent: when another rate
// replaces the trace, its transmission goes on by that rate, from its beginning.
#pragma once

#include <cstdint>

#include "emulator/link/allocation_gate.h"
#include "emulator/link/channel_transmission.h"
#include "emulator/link/direction_state.h"
#include "emulator/link/gates.h"
#include "emulator/link/persistency.h"
#include "emulator/link/rate_control.h"

namespace seawind {

class Transmitter {
 public:
  struct Context {
    std::uint64_t seed;
    const Gates& gates;
    RadioAllocation* shared_allocation;  // of both directions; null: this one has its own
    ChannelTransmission& transmission;
    std::function<void(std::uint32_t bytes)> background_sent;  // background_channels.h
  };
  Transmitter(DirectionState& shared, const Context& context);
  Transmitter(const Transmitter&) = delete;

  /// Starts the next frame if possible. Returns false if nothing started.
  bool start();
  /// True if the next frame needs a packet that is not yet in the send buffer. With byte_stream it
  /// needs a whole frame's bytes when it starts, so they are requested during the frame before.
  bool needs_packet() const;
  /// `before`: the parameters until now.
  void reconfigure(const DirectionConfig& before, RadioAllocation* shared_allocation);
  /// The next packet of the send buffer was dropped before its first frame.
  void next_packet_dropped() {
    if (shared_.retransmissions.empty()) allocation_.decide_again();
  }
  /// Called after a flush and a live change, which may drop all frames or the last packets of the
  /// send buffer. If none is ready now, the next one gets a channel decision of its own.
  void forget_decision_if_empty() {
    if (!has_frame()) allocation_.decide_again();
  }

  /// Time until the transmitter is free and no known block is in progress.
  Duration time_until_free() const;
  std::int64_t rate() { return rate_.rate(); }

 private:
  bool has_frame() const;
  bool may_start(Time now, const Frame& frame);
  void begin(std::uint64_t number);
  void end_at(Time end);
  bool go_on_by_new_rate();
  void finish();

  DirectionState& shared_;
  const Gates& gates_;
  ChannelTransmission& transmission_;
  RateControl rate_;
  AllocationGate allocation_;
  PersistencyTable persistency_;
  bool serializing_ = false;
  std::uint64_t current_ = 0;  // the frame being transmitted
  std::uint64_t current_id_ = 0;
  std::uint32_t current_size_ = 0;
  std::int64_t current_bytes_ = 0;  // with overheads
  bool waits_for_rate_ = false;     // the current frame, whose trace was replaced
  std::uint64_t ends_ = 0;          // planned so far; the last one counts
  Time free_at_;
};

}  // namespace seawind
