// SPDX-License-Identifier: GPL-3.0-or-later
// One attempt at one repetition: what is to be done, and what came of it.
#pragma once

#include <string>

#include "controller/results/store.h"

namespace seawind {

/// Of the sink of a workload's first flow; those of the others follow.
inline constexpr int kFirstFlowPort = 5001;

struct Job {
  int case_index = 0;  // in the plan
  int number = 0;      // of the repetition, from 0
  int attempt = 1;     // of the repetition, from 1; names the attempt's directory
  int counted = 1;     // attempts that count towards the limit, this one included
};

struct AttemptResult {
  enum class End {
    kFinished,  // the record's verdict says how
    kBedLost,   // the daemon is gone, or does not do its work
    kSlotLost,  // an agent of the slot is gone, or does not do its work
    kStopped,   // broken off on request: leaves no trace
  };
  End end = End::kFinished;
  AttemptRecord record;  // directory not yet filled in
  bool late = false;     // invalid because the machine did not keep the time: too much ran at once
  bool dirty = false;    // the slot could not be cleaned: it is made anew before its next attempt
};

}  // namespace seawind
