// SPDX-License-Identifier: GPL-3.0-or-later
// Signals of `seawind`. Ctrl-C: the first one requests a stop, the second one ends the process.
// SIGBUS: another process has truncated a file that this one has mapped.
#pragma once

#include <chrono>
#include <stop_token>
#include <vector>

#include "common/signal_watcher.h"

namespace seawind {

/// From now on SIGINT ends the process with a message and exit code 130, unless the process ignores
/// it (nohup, `&` in a script). Set by main() for all that runs before or without a StopOnSignal.
void end_on_interrupt();

/// From now on SIGBUS ends the process with a message and exit code 3: SQLite maps a file of the
/// campaign, which the campaign's owner can truncate meanwhile. Programs that this process executes
/// do not inherit this.
void end_on_cut_file();

/// SIGINT, SIGTERM, SIGUSR1, SIGUSR2, and SIGHUP unless it is ignored (nohup).
std::vector<int> handled_signals();

/// While this object exists, SIGINT, SIGTERM and SIGHUP, unless it was ignored (nohup), stop
/// `token()`. A second signal, more than 0.1 s later, ends the process at once with exit code 130;
/// the kernel then removes the test bed. SIGUSR1 and SIGUSR2 have no effect. Must be made before
/// any other thread (SignalWatcher).
class StopOnSignal {
 public:
  StopOnSignal();
  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::chrono::steady_clock::time_point requested_{};  // of the watcher's thread alone
  SignalWatcher watcher_;
};

}  // namespace seawind
