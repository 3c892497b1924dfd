// SPDX-License-Identifier: GPL-3.0-or-later
// The background users: when each of them has packets to send (link-model section 3,
// background_load, bgl_load_type, bgl_average_rate [I]). All packets have one size; a user's rate
// is bgl_average_rate on average, whatever the type:
//
//  - CONSTANT: a packet every size / rate, the first at a random part of that.
//  - ON_OFF: as constant at the rate average x (mean on + mean off) / mean on while on, silent
//  while
//    off; both times drawn. Begins on with the probability of being on. The part of a packet's
//    spacing that is left when a user falls silent is kept for when it goes on.
//  - POISSON: exponential times between packets.
//  - PARETO: bursts of packets that come at once: size Pareto with the shape given and at least one
//    packet, exponential times between bursts. What is left of a burst beyond whole packets is kept
//    for the next one. A shape of at most 1 has no mean: it must be above 1.
//
// User i draws from "<direction>/background/<i>": one uniform per decision.
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/core/scheduler.h"
#include "emulator/link/draws.h"
#include "emulator/link/hop_config.h"

namespace seawind {

/// Who owns the channels. All calls come from events of their own.
class BackgroundListener {
 public:
  virtual ~BackgroundListener() = default;
  /// It is the turn of the frame that waits.
  virtual void channel_free() = 0;
  /// A packet of the background has had its air time (with Output::kWrite only).
  virtual void background_sent(std::uint32_t bytes) = 0;
};

class BackgroundArrivals {
 public:
  virtual ~BackgroundArrivals() = default;
  virtual void packets_arrived(std::int64_t user, std::int64_t packets) = 0;
};

class BackgroundUsers {
 public:
  BackgroundUsers(std::uint64_t seed, Direction direction, Scheduler& scheduler,
                  BackgroundArrivals& sink);

  /// The users of the load begin now; those of before are gone, their streams go on.
  void start(const BackgroundLoad& load);
  void stop();
  bool idle() const { return pending_ == 0; }

 private:
  struct User {
    Draws draws;
    bool on = true;
    double next = 0;     // ns: the next packet or burst
    double toggle = 0;   // ns: the next change between on and off
    double carried = 0;  // ON_OFF: ns until the next packet when on again; PARETO: bytes
  };

  void begin(User& user);
  void plan(std::size_t index);
  void act(std::size_t index);
  void change_sides(User& user);

  std::uint64_t seed_;
  Direction direction_;
  Scheduler& scheduler_;
  BackgroundArrivals& sink_;
  BackgroundLoad load_;
  double spacing_ = 0;  // ns between packets at the rate of a sending user
  double on_share_ = 1;
  std::vector<User> users_;
  std::uint32_t generation_ = 0;
  int pending_ = 0;
};

}  // namespace seawind
