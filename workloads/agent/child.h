// SPDX-License-Identifier: GPL-3.0-or-later
// A child process: argument vector, pipes to its standard input and output, a descriptor of the
// process itself. No shell.
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

/// Starts arguments[0] with default signals and an empty signal mask; its standard error is ours.
/// It finds `descriptors` as its descriptors 3, 4, ... Throws Error.
Child spawn_child(const std::vector<std::string>& arguments,
                  const std::vector<Fd>& descriptors = {});

/// Sends a signal; a process that has ended already is no error.
void signal_child(const Child& child, int signal);

/// Reaps a child that has ended (its pidfd is readable). How it ended: empty for exit status 0,
/// otherwise "ended with status 2" or "was ended by signal 9 (Killed)". Throws Error.
std::string reap_child(const Child& child);

}  // namespace seawind
