// SPDX-License-Identifier: GPL-3.0-or-later
// Packet generation of the background users (model 3, background_load, bgl_load_type,
// bgl_average_rate, an interpretation). All packets have one size. The mean rate of a user is
// bgl_average_rate for every type:
//
//  - CONSTANT: a packet every size / rate; the first after a random fraction of that.
//  - ON_OFF: while on, constant spacing at the rate average x (mean on + mean off) / mean on; while
//    off, nothing. Both durations are drawn. The initial state is on with the stationary
//    probability. The rest of the spacing at the end of an on period is carried over to the next
//    one.
//  - POISSON: exponential times between packets.
//  - PARETO: bursts of simultaneous packets with exponential times between bursts. The burst size
//    in bytes is Pareto distributed with the given shape and has at least one packet. The remainder
//    beyond whole packets is carried over to the next burst. The shape must be above 1, since a
//    smaller one has no mean.
//
// User i draws from "<direction>/background/<i>", one uniform per decision.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "emulator/core/scheduler.h"
#include "emulator/link/draws.h"
#include "emulator/link/hop_config.h"

namespace seawind {

class BackgroundUsers {
 public:
  using Arrivals = std::function<void(std::int64_t user, std::int64_t packets)>;
  BackgroundUsers(std::uint64_t seed, Direction direction, Scheduler& scheduler, Arrivals arrivals);

  /// Starts the users of `load` and stops the previous ones; their random streams continue.
  void start(const BackgroundLoad& load);
  void stop();
  bool idle() const { return pending_ == 0; }

 private:
  struct User {
    Draws draws;
    bool on = true;
    double next = 0;     // ns: time of the next packet or burst
    double toggle = 0;   // ns: time of the next change between on and off
    double carried = 0;  // ON_OFF: ns until the next packet once on again; PARETO: bytes
  };

  void begin(User& user);
  void plan(std::size_t index);
  void act(std::size_t index);
  void toggle(User& user);

  std::uint64_t seed_;
  Direction direction_;
  Scheduler& scheduler_;
  Arrivals arrivals_;
  BackgroundLoad load_;
  double spacing_ = 0;  // ns between packets of a user that is on
  double on_share_ = 1;
  std::vector<User> users_;
  std::uint32_t generation_ = 0;
  int pending_ = 0;
};

}  // namespace seawind
