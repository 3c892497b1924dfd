// SPDX-License-Identifier: GPL-3.0-or-later
// The serializer of one direction: one frame at a time, as rate and gates allow.
//
// In turn is first the oldest frame that is to be sent again on the link itself (error_handling
// RETRANSMIT), then the next new one of the send buffer, if the receiver's window has room for it
// (with link-layer acks). A frame stands ready when it is in turn; it starts when the rate model
// (rate_model.h), the channel allocation (allocation_gate.h) and the gates (gates.h) let it, asked
// in that order. A new frame is cut at that instant and takes the configuration of that instant
// with it. link_overhead counts once per frame, protocol_overhead_per_packet once per packet, with
// its first byte: both are transmission time and nothing else.
#pragma once

#include <cstdint>

#include "emulator/link/allocation_gate.h"
#include "emulator/link/gates.h"
#include "emulator/link/persistency.h"
#include "emulator/link/rate_control.h"
#include "emulator/link/underway.h"

namespace seawind {

/// What happens to a frame whose transmission has ended.
class TransmissionEnd {
 public:
  virtual void transmitted(std::uint64_t frame) = 0;

 protected:
  ~TransmissionEnd() = default;
};

/// Takes what comes of the background load (RateListener::background_sent()).
class BackgroundOutput {
 public:
  virtual void background_sent(std::uint32_t bytes) = 0;

 protected:
  ~BackgroundOutput() = default;
};

class Transmitter final : private RateListener, private AllocationListener {
 public:
  struct Context {
    Direction direction;
    std::uint64_t seed;
    LinkObserver& observer;
    const Gates& gates;
    TransmissionEnd& end;
    BackgroundOutput& background;
  };
  Transmitter(Underway& underway, const Context& context);
  Transmitter(const Transmitter&) = delete;

  /// Starts the frame in turn if it may. False: nothing started.
  bool start();
  /// The frame goes back in front of new ones.
  void send_again(std::uint64_t frame) { again_.push_back(frame); }
  void reconfigure();
  /// The frames are gone. What is being transmitted is transmitted to its end, for nothing.
  void reset();
  /// What stood ready may be gone.
  void withdrawn() {
    if (!in_turn()) allocation_.withdrawn();
  }

  /// Time until the serializer is free and nothing known blocks it.
  Duration busy() const;
  std::int64_t rate() { return rate_.rate(); }

 private:
  bool in_turn();
  bool lets_go(Time now);
  void begin(std::uint64_t number);
  void finish();
  void rate_wake() override { underway_.progress.go_on(); }
  void channel_allocated() override { underway_.progress.go_on(); }
  void background_sent(std::uint32_t bytes) override { background_.background_sent(bytes); }

  Underway& underway_;
  const Direction direction_;
  const Gates& gates_;
  TransmissionEnd& end_;
  BackgroundOutput& background_;
  RateControl rate_;
  AllocationGate allocation_;
  PersistencyTable persistency_;
  Ring<std::uint64_t> again_;
  bool serializing_ = false;
  std::uint64_t current_ = 0;  // the frame being transmitted
  std::uint64_t current_id_ = 0;
  std::uint32_t current_size_ = 0;
  Time free_at_;
};

}  // namespace seawind
