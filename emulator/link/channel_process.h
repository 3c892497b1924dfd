// SPDX-License-Identifier: GPL-3.0-or-later
// The state process of the channel: a semi-Markov chain with any number of states and a drawn dwell
// time for each visit (model 3, state process; experiments D11).
//
// The next state:
//  - With `next`, which then every state has, it is drawn from that row of the transition matrix. A
//    state may follow itself, which starts a new dwell. The weights of a row sum to 1 (to 1e-9).
//  - With a `cycle`, the states follow in that order, repeatedly; a state may be listed more than
//    once.
//  - Otherwise the states follow in the order listed, repeatedly.
//
// Invariants:
//  - The process depends on time and seed alone. It consumes one uniform of the stream "channel"
//    per dwell and one of "channel/next" per change, whatever the traffic, the distributions and
//    the matrix.
//  - Dwell number 0 begins at process time 0, in the first state of the cycle (without a cycle, in
//    the first state listed). The link starts `lead_in` later; changes before that are skipped
//    without events.
//  - A state holds from the beginning of its dwell until, exclusively, the beginning of the next.
//    current() at the instant of a change returns the new state, whatever the order of that
//    instant's events.
//  - kStateChange is emitted at the link's start (the initial state) and at the beginning of every
//    dwell. A channel without states emits nothing.
//  - Listeners are called right after kStateChange, at the same instant, possibly from inside a
//    call of current(). A listener may only record the change; it must act on packets in an event
//    of its own.
#pragma once

#include <vector>

#include "emulator/core/scheduler.h"
#include "emulator/link/draws.h"
#include "emulator/link/event_emitter.h"
#include "emulator/link/hop_config.h"

namespace seawind {

class ChannelListener {
 public:
  virtual ~ChannelListener() = default;
  /// A dwell has begun. Not called for the dwell that is in progress when the link starts.
  virtual void dwell_began() = 0;
};

class ChannelProcess {
 public:
  /// The link's start is scheduler.now() at construction.
  ChannelProcess(const ChannelConfig& config, std::uint64_t seed, Scheduler& scheduler,
                 LinkObserver& observer);
  ChannelProcess(const ChannelProcess&) = delete;
  ChannelProcess& operator=(const ChannelProcess&) = delete;

  /// Index of the state at scheduler.now(); 0 without states.
  std::size_t current();
  /// Number of the dwell at scheduler.now(), from 0 at process time 0 (before the lead-in). It is
  /// the index of values drawn "when a state begins" (draws.h, IndexedUniforms).
  std::uint64_t dwell();

  /// A listener must be removed before it is destroyed, but not from inside a listener call.
  void add(ChannelListener& listener);
  void remove(ChannelListener& listener);

 private:
  void advance();
  void step();
  void draw_end();
  void emit_state() const;
  std::size_t successor();

  std::vector<ChannelStateConfig> states_;
  std::vector<std::size_t> cycle_;
  Draws dwells_;
  Draws transitions_;
  Scheduler& scheduler_;
  const EventEmitter emit_;
  std::vector<ChannelListener*> listeners_;
  std::size_t position_ = 0;  // position in cycle_
  std::size_t current_ = 0;
  std::uint64_t dwell_ = 0;
  Time next_change_ = Time::max();
};

}  // namespace seawind
