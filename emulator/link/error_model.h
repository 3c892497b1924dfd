// SPDX-License-Identifier: GPL-3.0-or-later
// The channel's errors, UNIT type: an attempt to transmit a packet is corrupted with the
// probability of the state at the instant of the attempt, whatever the packet's size (link-model
// section 3, error_probability, error_rate_type; Q5).
//
// One uniform of the stream "<direction>/error" per attempt, also when the probability is 0 or 1,
// and one of "<direction>/error_delay" per emulated retransmission: parameters never shift draws.
#pragma once

#include "common/event_log.h"
#include "emulator/core/random.h"
#include "emulator/link/distribution.h"

namespace seawind {

class ErrorModel {
 public:
  ErrorModel(std::uint64_t seed, Direction direction);

  /// Called once per attempt, at its instant, with the parameters of the state then.
  bool corrupted(const StateParameters& state) {
    return errors_.uniform() < state.error_probability.fixed_value();
  }
  /// Called once per corrupted attempt that may be repeated.
  Duration retransmission_delay(const StateParameters& state) {
    return duration_at(state.error_delay, delays_.uniform());
  }

 private:
  RandomStream errors_;
  RandomStream delays_;
};

}  // namespace seawind
