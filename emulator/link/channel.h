// SPDX-License-Identifier: GPL-3.0-or-later
// The state process of the channel: a semi-Markov chain of any number of states that stays in each
// for a drawn time (link-model section 3, state process; design section 3; experiments D11).
//
// Which state is next:
//  - states with `next`: drawn from that row of the transition matrix. A state may follow itself:
//    that is a new dwell. Weights need not sum to 1 exactly; they are relative.
//  - a `cycle`: its states in that order, again and again, the same state as often as it is listed.
//  - neither: the order listed, again and again.
//
// Invariants:
//  - It runs in time and is realised from the seed alone: one uniform of the stream "channel" per
//    dwell and one of "channel/next" per change, whatever the traffic, the laws and the matrix.
//  - At process time 0 dwell number 0 begins, in the first state of the cycle (the first listed one
//    without a cycle). The link starts `lead_in` later; changes before that are skipped without
//    events.
//  - A state holds from the instant it begins until, exclusively, the next dwell begins: who asks
//  at
//    the instant of a change gets the new state, in whatever order the events of that instant run.
//  - kStateChange is told at the link's start (the initial state) and at the beginning of every
//    dwell. Without states there is nothing to tell.
//  - Listeners are called right after kStateChange, at the same instant, perhaps from inside
//    somebody's call of current(): they take note, and act on packets only in an event of their
//    own.
#pragma once

#include <vector>

#include "emulator/core/observer.h"
#include "emulator/core/scheduler.h"
#include "emulator/link/draws.h"
#include "emulator/link/hop_config.h"

namespace seawind {

class ChannelListener {
 public:
  virtual ~ChannelListener() = default;
  /// A dwell has begun; not called for the one that holds when the link starts.
  virtual void dwell_began() = 0;
};

class ChannelProcess {
 public:
  /// The link starts at scheduler.now().
  ChannelProcess(const ChannelConfig& config, std::uint64_t seed, Scheduler& scheduler,
                 LinkObserver& observer);
  ChannelProcess(const ChannelProcess&) = delete;
  ChannelProcess& operator=(const ChannelProcess&) = delete;

  /// Index of the state that holds at scheduler.now(); 0 without states.
  std::size_t current();
  /// Number of the dwell that holds at scheduler.now(), from 0 at process time 0 (before the
  /// lead-in): the index of what is drawn "when a state begins" (draws.h, IndexedUniforms).
  std::uint64_t dwell();

  /// A listener must be removed before it is destroyed, and not while one is being called.
  void add(ChannelListener& listener);
  void remove(ChannelListener& listener);

 private:
  void advance();
  void step();
  void draw_end();
  void tell();
  std::size_t successor();

  std::vector<ChannelStateConfig> states_;
  std::vector<std::size_t> cycle_;
  Draws dwells_;
  Draws transitions_;
  Scheduler& scheduler_;
  LinkObserver& observer_;
  std::vector<ChannelListener*> listeners_;
  std::size_t place_ = 0;  // in cycle_
  std::size_t current_ = 0;
  std::uint64_t dwell_ = 0;
  Time next_change_ = Time::max();
};

}  // namespace seawind
