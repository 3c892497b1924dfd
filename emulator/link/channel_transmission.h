// SPDX-License-Identifier: GPL-3.0-or-later
// The path between transmitter and receiver of one direction: errors, link-layer retransmissions,
// random delay and propagation.
//
// Attempts. The first attempt of a frame is judged at the end of its serialization; each later
// attempt is judged at its own instant. Each judgement uses the parameters of the state at that
// instant (error_model.h, arq.h; model Q5). The loss pattern (loss_pattern.h) corrupts the first
// attempts it names regardless of the error model; it counts frames by first attempts.
//
// Delays. The propagation delay is drawn at the end of the first serialization and kept. The frame
// that carries a packet's first byte draws the random delay. A random delay blocks the line for its
// length: a frame that gets through meanwhile, this one or a later one, starts to propagate when
// the line is free again, in order (an interpretation). Where order is not kept, a change to that
// or of the random delay frees the line.
//
// Loss. A lost frame loses every packet that has bytes in it; without reassembly, only the packets
// all of whose frames are lost. Each packet is dropped at the instant of the last corrupted
// attempt. The receiver counts the frame lost one propagation delay later. With link_reset, a frame
// beyond its persistency resets the link: both directions lose everything between send buffer and
// release.
#pragma once

#include <functional>

#include "emulator/link/delay.h"
#include "emulator/link/direction_state.h"
#include "emulator/link/error_model.h"
#include "emulator/link/loss_pattern.h"
#include "emulator/link/receiver.h"

namespace seawind {

class ChannelTransmission {
 public:
  /// `reset_link` resets both directions, this one first (HopDirection::reset()).
  ChannelTransmission(DirectionState& shared, std::uint64_t seed, bool shared_delay,
                      Receiver& receiver, std::function<void()> reset_link);
  ChannelTransmission(const ChannelTransmission&) = delete;

  /// A serialization of `frame` has ended.
  void transmitted(std::uint64_t frame);
  /// `before`: the parameters until now.
  void reconfigure(const DirectionConfig& before, bool shared_delay);
  /// Loses a frame whose retransmission would begin too late now, which may reset the link; returns
  /// whether it is one.
  bool loses_late(std::uint64_t frame);

 private:
  void attempt(std::uint64_t number);
  void received_intact(std::uint64_t number);
  void send_again(std::uint64_t number);
  void lose(std::uint64_t number);
  void lose_for_good(std::uint64_t number);

  DirectionState& shared_;
  Receiver& receiver_;
  std::function<void()> reset_link_;
  ErrorModel errors_;
  LossPatternModel pattern_;
  DelayModel delays_;
  std::uint64_t first_attempts_ = 0;
  Time line_free_;
};

}  // namespace seawind
