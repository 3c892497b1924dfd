// SPDX-License-Identifier: GPL-3.0-or-later
// A program started by the bench; it ends with its owner.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace seawind::bench {

/// The resources of a process: CPU time used and memory held.
struct Usage {
  double cpu_seconds = 0;  // of all its threads, to the nanosecond
  double resident_mb = 0;
  double resident_peak_mb = 0;
};

class Process {
 public:
  /// Starts arguments[0] inside the namespace. `output` becomes stdout and stderr (-1: inherited).
  Process(int network_namespace, const std::vector<std::string>& arguments, int output = -1);
  /// SIGTERM, up to 5 s for an orderly end, then SIGKILL; waits.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t pid() const { return pid_; }
  /// False once it has ended.
  bool alive();
  Usage usage() const;

 private:
  pid_t pid_;
  bool ended_ = false;
};

/// Path of the running bench, to start itself again in another role.
std::string own_program();

/// The command of a process that keeps one core busy, at normal priority, while it lives (at most
/// `seconds`).
std::vector<std::string> busy_command(double seconds);
/// The role `busy` of this program (see main): spins for this time, then returns.
void be_busy(double seconds);

/// Replaces this process by a program that cannot raise its priority: removes CAP_SYS_NICE from the
/// bounding set, and the limits that would allow real-time scheduling or a lower nice value.
/// Returns only by throwing.
[[noreturn]] void exec_without_priority_rights(const std::vector<std::string>& arguments);

}  // namespace seawind::bench
