// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of seawindd.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/allowed_calls.h"
#include "emulator/daemon/waiter.h"

namespace seawind {

struct DaemonOptions {
  std::string socket = "/run/seawindd/seawindd.sock";
  std::string log_directory = "/var/lib/seawind/logs";
  std::optional<int> realtime_priority;  // SCHED_FIFO 1..99; none: not requested
  std::optional<std::size_t> threads;    // relay threads; none: automatic
  std::vector<int> cpus;                 // the processor of each; empty: any
  WaitOptions wait;
  std::string log_level = "info";
  bool die_with_parent = false;
  bool group = false;                      // whether the group of the socket's file may connect
  Violation violation = Violation::kKill;  // reaction to a system call outside the filter's list
};

/// Returns nothing if the process must exit with `exit_code` (0 after --help and --version, 2 for
/// wrong usage); messages have then been printed.
std::optional<DaemonOptions> parse_options(int argc, const char* const* argv, int& exit_code);

}  // namespace seawind
