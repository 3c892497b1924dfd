// SPDX-License-Identifier: GPL-3.0-or-later
// The state process of the channel: a semi-Markov chain that visits its states cyclically and stays
// in each for a drawn time (link-model section 3, state process; design section 3, ChannelProcess).
//
// Invariants:
//  - It runs in time and is realised from the seed alone: one uniform of the stream "channel" per
//    dwell, whatever the traffic and the other parameters.
//  - At process time 0 the first listed state begins. The link starts `lead_in` later; changes
//  before
//    that are skipped without events.
//  - A state holds from the instant it begins until, exclusively, the next one begins: who asks at
//  the
//    instant of a change gets the new state, in whatever order the events of that instant run.
//  - kStateChange is told at the link's start (the initial state) and at every change. Without
//  states
//    there is nothing to tell.
#pragma once

#include "emulator/core/observer.h"
#include "emulator/core/random.h"
#include "emulator/core/scheduler.h"
#include "emulator/link/hop_config.h"

namespace seawind {

class ChannelProcess {
 public:
  /// The link starts at scheduler.now().
  ChannelProcess(const ChannelConfig& config, std::uint64_t seed, Scheduler& scheduler,
                 LinkObserver& observer);
  ChannelProcess(const ChannelProcess&) = delete;
  ChannelProcess& operator=(const ChannelProcess&) = delete;

  /// Index of the state that holds at scheduler.now(); 0 without states.
  std::size_t current();

 private:
  void advance();
  void step();
  void tell();

  std::vector<ChannelStateConfig> states_;
  RandomStream random_;
  Scheduler& scheduler_;
  LinkObserver& observer_;
  std::size_t current_ = 0;
  Time next_change_ = Time::max();
};

}  // namespace seawind
