// SPDX-License-Identifier: GPL-3.0-or-later
// The errors of the channel. An attempt to transmit a frame is corrupted with a probability given
// by the state at the instant of the attempt (model 3, error_probability,
// error_rate_type; model Q5).
//
//  - UNIT: error_probability applies to the frame, independent of its size.
//  - BIT: error_probability b applies to each bit: p = 1 - (1 - b)^(8 size) of the frame's IP
//    bytes.
//
// error_probability is drawn when a state begins. In the n-th dwell of the channel it is the
// distribution at uniform number n of "<direction>/error_probability", independent of the traffic.
// Every state that begins takes the next value of its list.
//
// Each attempt consumes one uniform of the stream "<direction>/error", also when the probability is
// 0 or 1, unless error handling has made it certain. Each corrupted attempt consumes one of
// "<direction>/error_delay", also the one after which the frame is lost, unless error handling is
// DROP. The values of error_probability and error_delay therefore do not affect how many uniforms
// an attempt consumes; error_handling does.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "emulator/link/channel_process.h"
#include "emulator/link/draws.h"
#include "emulator/link/hop_config.h"

namespace seawind {

class ErrorModel {
 public:
  ErrorModel(std::uint64_t seed, Direction direction)
      : errors_(seed, stream_name(direction, "error")),
        delays_(seed, stream_name(direction, "error_delay")),
        probabilities_(seed, stream_name(direction, "error_probability")) {}

  /// Called once per attempt of a frame of `size` bytes, at the instant of the attempt. `states`:
  /// the parameters by channel state, or those of all states.
  bool corrupted(const std::vector<StateParameters>& states, std::uint32_t size,
                 ChannelProcess& channel);
  /// Called once per corrupted attempt that may be repeated.
  Duration retransmission_delay(const StateParameters& state) {
    return delays_.duration(state.error_delay);
  }

 private:
  double probability(const std::vector<StateParameters>& states, ChannelProcess& channel);

  Draws errors_;
  Draws delays_;
  IndexedUniforms probabilities_;
  struct Begun {  // a list, and the values that its owner's former one had given
    ListValue list;
    std::uint64_t before = 0;
  };
  std::map<std::uint32_t, Begun> lists_;  // by owner
};

}  // namespace seawind
