// SPDX-License-Identifier: GPL-3.0-or-later
// A child process, started from an argument vector without a shell, with pipes for standard input
// and output and a pidfd. The environment is fixed, and the child inherits only the given
// descriptors.
#pragma once

#include <string>
#include <vector>

#include "common/process.h"

namespace seawind {

struct Child {
  Process process;
  Fd input;   // written by us
  Fd output;  // read by us, non-blocking
};

/// How a child is started.
struct Launch {
  std::vector<Fd> files;  // the child's descriptors 3, 4, ...
  /// The child is the first process of a PID namespace. When the child ends, the kernel ends all
  /// its descendants in any session or process group. The first process of a PID namespace ignores
  /// signals without a handler, so SIGTERM and SIGINT are blocked until the child has handlers.
  /// Needs CAP_SYS_ADMIN.
  bool own_processes = false;
  std::vector<std::string> groups{};  // `cgroup.procs` files of control groups that it enters
  std::string program{};              // the file to execute; empty: arguments[0]
};

/// Starts arguments[0] with default signal actions and an empty signal mask (exception: see
/// Launch). The child shares this process's standard error. Its environment: PATH, LANG, and this
/// process's variables that begin with SEAWIND_. Throws Error.
Child spawn_child(const std::vector<std::string>& arguments, const Launch& launch = {});

/// Sends a signal. A process that has already ended is not an error.
void signal_child(const Child& child, int signal);

/// Reaps a child that has ended (its pidfd is readable). Returns empty for exit status 0, otherwise
/// "ended with status 2" or "was ended by signal 9 (Killed)". Throws Error.
std::string reap_child(const Child& child);

}  // namespace seawind
