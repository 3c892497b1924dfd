// SPDX-License-Identifier: GPL-3.0-or-later
// One attempt at one repetition: its task and its result.
#pragma once

#include <string>

#include "controller/store/store.h"

namespace seawind {

/// Port of the sink of a workload's first flow. The other flows have the ports that follow.
inline constexpr int kFirstFlowPort = 5001;

struct Job {
  int case_index = 0;       // in the plan
  int number = 0;           // of the repetition, from 0
  int attempt = 1;          // of the repetition, from 1; names the attempt's directory
  int counted = 1;          // attempts that count towards the limit, including this one
  int lost_to_machine = 0;  // earlier attempts that were lost to the machine
};

struct AttemptResult {
  enum class End {
    kFinished,  // ended normally; the record has the verdict
    kBedLost,   // the daemon has ended or fails
    kSlotLost,  // an agent of the slot has ended or fails
    kStopped,   // stopped on request: nothing of it is kept
  };
  End end = End::kFinished;
  AttemptRecord record;             // its directory is not filled in yet
  std::int64_t lateness_p999 = -1;  // ns; relay_p999()
  bool overloaded = false;          // as FidelityVerdict (verdict.h)
  bool program_failed = false;  // a program of the workload failed: another attempt would fail, too
  bool dirty = false;  // the slot could not be cleaned; it is rebuilt before its next attempt
};

}  // namespace seawind
