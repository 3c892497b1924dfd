// SPDX-License-Identifier: GPL-3.0-or-later
// The errors of the channel. An attempt to transmit a frame is corrupted with a probability given
// by the state at the instant of the attempt (model 3, error_probability,
// error_rate_type; model Q5).
//
//  - UNIT: error_probability applies to the frame, independent of its size.
//  - BIT: error_probability b applies to each bit: p = 1 - (1 - b)^(8 size) of the frame's IP
//    bytes.
//
// error_probability is drawn when a state begins, and again when another one replaces it. In the
// n-th dwell of the channel it is the distribution at uniform number n of
// "<direction>/error_probability", independent of the traffic. Every draw takes the next value of a
// list. A frame keeps the parameters with which its transmission began: after a change their list
// goes on for it.
//
// Each attempt consumes one uniform of the stream "<direction>/error", also when the probability is
// 0 or 1, unless error handling has made it certain. Each corrupted attempt consumes one of
// "<direction>/error_delay", also the one after which the frame is lost, unless error handling is
// DROP. The values of error_probability and error_delay therefore do not affect how many uniforms
// an attempt consumes; error_handling does.
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/link/channel_process.h"
#include "emulator/link/direction_state.h"
#include "emulator/link/draws.h"
#include "emulator/link/hop_config.h"

namespace seawind {

class ErrorModel final : private ChannelListener {
 public:
  /// `config` must live until it is replaced and no frame refers to it any more.
  ErrorModel(std::uint64_t seed, Direction direction, ChannelProcess& channel,
             const DirectionConfig& config);
  ~ErrorModel() override;
  ErrorModel(const ErrorModel&) = delete;

  /// Replaces the configuration. `former`: those of frames in flight.
  void reconfigure(const DirectionConfig& config, const DirectionState::Configs& former);
  /// Called once per attempt of a frame of `size` bytes, at the instant of the attempt. `config`:
  /// that of the frame.
  bool corrupted(const DirectionConfig& config, std::uint32_t size);
  /// Called once per corrupted attempt that may be repeated.
  Duration retransmission_delay(const StateParameters& state) {
    return delays_.duration(state.error_delay);
  }

 private:
  struct InUse {
    const DirectionConfig* config;
    ListPositions positions;
    double probability;  // in this dwell
  };

  void dwell_began() override;
  const StateParameters& state_of(const DirectionConfig& config);
  void draw(InUse& one);

  ChannelProcess& channel_;
  Draws errors_;
  Draws delays_;
  IndexedUniforms probabilities_;
  std::vector<InUse> in_use_;  // the newest last
};

}  // namespace seawind
