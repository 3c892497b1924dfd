// SPDX-License-Identifier: GPL-3.0-or-later
// Between the transmitter and the receiver of one direction: errors, link-layer retransmissions,
// random delay and propagation.
//
// Attempts. The first attempt of a frame is judged at the end of its serialization, each further
// one at its own instant, with the parameters of the state at that instant (error_model.h, arq.h;
// Q5). A first attempt that the loss pattern (loss_pattern.h) names is corrupted whatever the error
// model says; the pattern counts frames by first attempts.
//
// Delays. Propagation is drawn at the end of the first serialization and kept. A random delay (the
// frame with a packet's first byte draws) keeps the line for its length: what comes through,
// this frame or later ones, starts its propagation when the line is free again, in order [I].
//
// Loss. A lost frame loses the packets that have bytes in it (without reassembly: those all of
// whose frames are lost), each dropped at the instant of the last corrupted attempt; the receiver
// counts the frame lost one propagation delay after that. With link_reset a frame beyond its
// persistency resets the link: what both directions have between send buffer and release is lost.
#pragma once

#include "emulator/link/delay.h"
#include "emulator/link/error_model.h"
#include "emulator/link/loss_pattern.h"
#include "emulator/link/receiver.h"
#include "emulator/link/transmitter.h"
#include "emulator/link/underway.h"

namespace seawind {

/// Tells the other direction that this one has reset the link.
class LinkResets {
 public:
  virtual void link_was_reset(Direction by) = 0;

 protected:
  ~LinkResets() = default;
};

class Air final : public TransmissionEnd {
 public:
  /// `transmitter` takes the frames that are to be sent again; it need not exist yet.
  Air(Underway& underway, Direction direction, std::uint64_t seed, bool shared_delay,
      Receiver& receiver, Transmitter& transmitter, LinkResets& resets);
  Air(const Air&) = delete;

  void transmitted(std::uint64_t frame) override;
  void reconfigure(bool shared_delay);
  /// Loses everything from the send buffer to the release.
  void reset();

 private:
  void attempt(std::uint64_t number);
  void came_through(std::uint64_t number);
  void send_again(std::uint64_t number);
  void lose(std::uint64_t number);

  Underway& underway_;
  Receiver& receiver_;
  Transmitter& transmitter_;
  LinkResets& resets_;
  ErrorModel errors_;
  LossPatternModel pattern_;
  DelayModel delays_;
  std::uint64_t first_attempts_ = 0;
  Time line_free_;
};

}  // namespace seawind
