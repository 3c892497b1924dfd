// SPDX-License-Identifier: GPL-3.0-or-later
// Corruption of first attempts by a chain, by frame number or by time, for comparison with other
// tools and for exact tests. It is independent of error_probability: a first attempt is corrupted
// if either applies.
//
//  - Gilbert-Elliott: netem's `loss gemodel p r 1-h 1-k`, in its order of steps (sch_netem.c,
//    loss_gilb_ell). In the good state a frame moves the chain to the bad state with probability p
//    and is lost with loss_good. In the bad state it moves the chain back with r and is lost with
//    loss_bad. The state before the move decides on the loss. The chain starts good. Stationary
//    loss = (r loss_good + p loss_bad) / (p + r); with loss_bad 1 and loss_good 0 the mean burst is
//    1 / r.
//  - Four states: netem's `loss state p13 p31 p32 p23 p14` (loss_4state). The state after the move
//    decides on the loss: 1 gap, received; 3 burst, lost; 2 burst, received; 4 isolated loss in a
//    gap, after which the next frame returns to 1. The chain starts in 1. Loss bursts end with p31
//    + p32.
//  - Positions: frame numbers from 1. With a period p the pattern repeats for the numbers 1..p,
//    p+1..2p, ...
//  - Times: intervals [from, to) of link time, which is scheduler time. With a period the pattern
//    repeats at its multiples; an interval must not extend beyond the period.
//
// Draws per frame: two uniforms of "<direction>/loss_pattern" for Gilbert-Elliott, one for the
// four states, none for the others. A live change starts the new chain in its initial state.
#pragma once

#include "emulator/link/draws.h"
#include "emulator/link/hop_config.h"

namespace seawind {

class LossPatternModel {
 public:
  LossPatternModel(const LossPattern& pattern, std::uint64_t seed, Direction direction);

  /// Whether the first attempt of frame `number` is corrupted. Called once per frame, in order,
  /// from 1.
  bool corrupts(std::uint64_t number, Time now);

  /// An unchanged chain keeps its state.
  void reconfigure(const LossPattern& pattern);

 private:
  bool decide(const std::monostate&, std::uint64_t, Time) { return false; }
  bool decide(const GilbertElliott& chain, std::uint64_t, Time);
  bool decide(const FourStateLoss& chain, std::uint64_t, Time);
  bool decide(const PositionPattern& pattern, std::uint64_t number, Time);
  bool decide(const TimePattern& pattern, std::uint64_t, Time now);

  enum State { kGap = 1, kBurstReceived = 2, kBurstLoss = 3, kIsolatedLoss = 4 };

  LossPattern pattern_;
  Draws draws_;
  bool bad_ = false;    // Gilbert-Elliott
  State state_ = kGap;  // four states
};

/// Whether `number` (from 1) is in the pattern, whose positions must be ascending.
bool in_pattern(const PositionPattern& pattern, std::uint64_t number);

}  // namespace seawind
