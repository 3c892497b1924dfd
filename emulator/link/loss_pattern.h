// SPDX-License-Identifier: GPL-3.0-or-later
// Corruption by packet count or by fixed times, for comparison with other tools and for exact
// tests. It stands beside error_probability: a first attempt is corrupted when either says so.
//
//  - Gilbert-Elliott: netem's `loss gemodel p r 1-h 1-k`, in its order (sch_netem.c,
//  loss_gilb_ell):
//    in the good state a packet takes the chain to the bad one with probability p and is lost with
//    loss_good; in the bad one back with r and lost with loss_bad; lost by the state it found.
//    Starts good. Stationary loss = (r loss_good + p loss_bad) / (p + r); with loss_bad 1 and
//    loss_good 0 the mean burst is 1 / r.
//  - Four states: netem's `loss state p13 p31 p32 p23 p14` (loss_4state), lost by the state it
//    enters: 1 gap, received; 3 burst, lost; 2 burst, received; 4 isolated loss in a gap, from
//    where the next packet returns to 1. Starts in 1. Bursts of losses end with p31 + p32.
//  - Positions: packets by number, the first is 1; with a period p the pattern holds for the
//  numbers
//    1..p, p+1..2p, ...
//  - Times: [from, to) in link time, i.e. scheduler time; with a period the pattern begins anew at
//    its multiples. An interval may not reach beyond the period.
//
// Draws: two uniforms of "<direction>/loss_pattern" per packet with Gilbert-Elliott, one with the
// four states, none with the others. A live change starts the new chain in its first state.
#pragma once

#include "emulator/link/draws.h"
#include "emulator/link/hop_config.h"

namespace seawind {

class LossPatternModel {
 public:
  LossPatternModel(const LossPattern& pattern, std::uint64_t seed, Direction direction);

  /// Whether the first attempt of packet `number` (from 1, each once and in order) is corrupted.
  bool corrupts(std::uint64_t number, Time now);

  /// A chain that stays the same keeps its state.
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

/// Whether `number` (from 1) is in the pattern. Positions must be ascending.
bool in_pattern(const PositionPattern& pattern, std::uint64_t number);

}  // namespace seawind
