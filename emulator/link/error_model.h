// SPDX-License-Identifier: GPL-3.0-or-later
// The channel's errors: an attempt to transmit a frame is corrupted with a probability of the state
// at the instant of the attempt (link-model section 3, error_probability, error_rate_type; Q5).
//
//  - UNIT: with error_probability, whatever the frame's size.
//  - BIT: error_probability b is per bit: p = 1 - (1 - b)^(8 size) of the frame's IP bytes.
// error_probability is drawn when a state begins: the law at uniform number n of
// "<direction>/error_probability" in the n-th dwell of the channel, so that no traffic shifts it.
//
// One uniform of the stream "<direction>/error" per attempt, also when the probability is 0 or 1,
// and one of "<direction>/error_delay" per retransmission: parameters never shift draws.
#pragma once

#include "emulator/link/draws.h"
#include "emulator/link/hop_config.h"

namespace seawind {

class ErrorModel {
 public:
  ErrorModel(std::uint64_t seed, Direction direction)
      : errors_(seed, stream_name(direction, "error")),
        delays_(seed, stream_name(direction, "error_delay")),
        probabilities_(seed, stream_name(direction, "error_probability")) {}

  /// Called once per attempt of a frame of `size` bytes, at its instant, with the parameters of the
  /// state then and the number of the dwell.
  bool corrupted(const StateParameters& state, std::uint32_t size, std::uint64_t dwell);
  /// Called once per corrupted attempt that may be repeated.
  Duration retransmission_delay(const StateParameters& state) {
    return delays_.duration(state.error_delay);
  }

 private:
  Draws errors_;
  Draws delays_;
  IndexedUniforms probabilities_;
};

}  // namespace seawind
