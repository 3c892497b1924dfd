// SPDX-License-Identifier: GPL-3.0-or-later
// What the link adds to a packet's time beside its transmission (link-model section 3,
// propagation_delay, random_delay_*; experiments D1, D2).
//
// Propagation. Without an interval every packet draws its own delay: one uniform of
// "<direction>/propagation". With delay_redraw_interval there is one delay for all packets of an
// interval [k i, (k+1) i) of link time: the law at uniform number k of "<direction>/delay_timer",
// or of "delay_timer" when the hop has one delay for both directions (D2), so that the same law
// gives both the same. The value depends on the interval's number alone: no events, no cost while
// idle, and no dependence on traffic. A change of the law or of the state applies at once, at the
// same uniform; the per-packet stream draws in every mode, so that switching shifts nothing.
//
// Random delay [I]. With random_delay_probability a packet is held for random_delay_length: one
// uniform of "<direction>/random_delay" and one of "<direction>/random_delay_length" per packet,
// whatever the probability. Where it waits, and that those behind it wait too, is the link's part.
#pragma once

#include <optional>

#include "emulator/link/draws.h"
#include "emulator/link/hop_config.h"

namespace seawind {

class DelayModel {
 public:
  /// `shared`: HopConfig::shared_delay.
  DelayModel(std::uint64_t seed, Direction direction, bool shared);

  /// Once per packet, with the parameters of the state at `now`.
  Duration propagation(const StateParameters& state, std::optional<Duration> redraw_interval,
                       Time now);
  /// Once per packet; zero for most.
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
