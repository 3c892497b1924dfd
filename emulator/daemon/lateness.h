// SPDX-License-Identifier: GPL-3.0-or-later
// The lateness of a link's releases, and of arrivals that entered it late, and the part of it that
// pauses explain.
#pragma once

#include <algorithm>
#include <cstdint>

#include "common/histogram.h"
#include "common/pauses.h"

namespace seawind {

/// The pauses that may have delayed a release or an arrival; null: not measured.
struct PauseEvidence {
  const Pauses* machine = nullptr;  // of a thread above the relay, on the relay's processor
  const Pauses* relay = nullptr;    // of the relay itself while it waited
};

struct Lateness {
  Histogram all;
  Histogram machine;               // of releases and arrivals that a pause explains
  std::int64_t relay_max = 0;      // ns; largest of those that no pause explains
  std::uint64_t late_machine = 0;  // at least kCounted (Pauses) late; a pause explains them
  std::uint64_t late_relay = 0;    // at least kCounted late; no pause explains them
};

class LatenessMeter {
 public:
  explicit LatenessMeter(const PauseEvidence& evidence) : evidence_(evidence) {}

  /// A release that was due at `due` was sent at `sent`, or an arrival at `due` entered the link at
  /// `sent`. A pause that takes at least half of the time from `due` to `sent` explains it.
  void record(Time due, Time sent) {
    const Duration late = sent - due;
    lateness_.all.record(late.ns());
    const bool machine = late >= Pauses::kShortest && explained(due, sent);
    if (machine)
      lateness_.machine.record(late.ns());
    else
      lateness_.relay_max = std::max(lateness_.relay_max, late.ns());
    if (late >= Pauses::kCounted) ++(machine ? lateness_.late_machine : lateness_.late_relay);
  }
  const Lateness& lateness() const { return lateness_; }

 private:
  bool explained(Time due, Time sent) const {
    Duration paused;
    for (const Pauses* one : {evidence_.machine, evidence_.relay})
      if (one != nullptr) paused = std::max(paused, one->within(due, sent));
    return paused * 2 >= sent - due;
  }

  PauseEvidence evidence_;
  Lateness lateness_;
};

}  // namespace seawind
