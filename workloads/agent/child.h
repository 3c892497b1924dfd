// SPDX-License-Identifier: GPL-3.0-or-later
// A child process: argument vector, pipes to its standard input and output, a descriptor of the
// process itself. No shell, a fixed environment, and no descriptor but those it is given.
#pragma once

#include <string>
#include <vector>

#include "common/fds.h"

namespace seawind {

struct Child {
  pid_t pid = -1;
  Fd process;  // pidfd: readable when it has ended
  Fd input;    // written by us
  Fd output;   // read by us, non-blocking
};

/// How a child is started.
struct Launch {
  std::vector<Fd> files;  // the child's descriptors 3, 4, ...
  /// It is the first process of a PID namespace: the kernel ends all that has come from it when it
  /// ends, whatever session or group that has moved to. Such a process ignores signals that it has
  /// no handler for, so SIGTERM and SIGINT are blocked until it has. Needs CAP_SYS_ADMIN.
  bool own_processes = false;
};

/// Starts arguments[0] with default signals and (see above) an empty signal mask; its standard
/// error is ours. Its environment: PATH, LANG, and variables of ours that begin with SEAWIND_.
/// Throws Error.
Child spawn_child(const std::vector<std::string>& arguments, const Launch& launch = {});

/// Sends a signal; a process that has ended already is no error.
void signal_child(const Child& child, int signal);

/// Reaps a child that has ended (its pidfd is readable). How it ended: empty for exit status 0,
/// otherwise "ended with status 2" or "was ended by signal 9 (Killed)". Throws Error.
std::string reap_child(const Child& child);

}  // namespace seawind
