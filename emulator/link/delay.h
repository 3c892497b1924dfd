// SPDX-License-Identifier: GPL-3.0-or-later
// Delays that the link adds to the transmission time of a packet (model 3,
// propagation_delay, random_delay_*; experiments D1, D2).
//
// Propagation. Without delay_redraw_interval, every frame draws its own delay from one uniform of
// "<direction>/propagation". With an interval i, all frames in [k i, (k+1) i) of link time have
// the same delay: the distribution at uniform number k of "<direction>/delay_timer". If both
// directions share one delay (experiments D2), the stream is "delay_timer", so that equal
// distributions give equal delays. The value depends only on the interval's number, so the timer
// needs no events and does not depend on traffic. A change of distribution or state applies at
// once, at the same uniform. The per-frame stream is consumed in every mode, so that a change of
// mode does not affect later draws.
//
// Random delay (an interpretation). With random_delay_probability a packet is held for
// random_delay_length, and with it the frame in which it begins. Each packet consumes one uniform
// of "<direction>/random_delay" and one of "<direction>/random_delay_length", whatever the
// probability. The link decides where the packet waits and that later packets wait behind it
// (channel_transmission.h).
#pragma once

#include <optional>

#include "emulator/link/draws.h"
#include "emulator/link/hop_config.h"

namespace seawind {

class DelayModel {
 public:
  /// `shared` is HopConfig::shared_delay.
  DelayModel(std::uint64_t seed, Direction direction, bool shared);

  /// Called once per frame, with the parameters of the state at `now`.
  Duration propagation(const StateParameters& state, std::optional<Duration> redraw_interval,
                       Time now);
  /// Called once per packet. Zero unless the packet draws a random delay.
  Duration random_delay(const StateParameters& state);

  void reconfigure(bool shared) { shared_ = shared; }

 private:
  bool shared_;
  Draws packets_;
  IndexedUniforms timer_;
  IndexedUniforms shared_timer_;
  Draws chances_;
  Draws lengths_;
};

}  // namespace seawind
