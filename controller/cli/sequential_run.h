// SPDX-License-Identifier: GPL-3.0-or-later
// Runs several campaigns one after the other, each in a process of its own.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace seawind {

struct SequentialRun {
  std::string name;          // of the test set, for messages
  std::function<int()> run;  // returns an exit code
};

/// Executes the runs in order, also after one that failed. SIGINT, SIGTERM and SIGHUP (unless it is
/// ignored) stop the running one, as for a single campaign, and no further run starts; the ones
/// that were not run are named on stderr. Returns the largest exit code, or kInterrupted. The
/// caller must have a single thread.
int run_sequentially(const std::vector<SequentialRun>& runs);

}  // namespace seawind
