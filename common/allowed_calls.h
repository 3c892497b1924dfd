// SPDX-License-Identifier: GPL-3.0-or-later
// Limits on the system calls of a process (seccomp), under which it cannot start programs.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace seawind {

/// The reaction to a system call that is not on the list.
enum class Violation {
  kKill,  // the process is killed with SIGSYS
  kLog,   // the call is executed and written to the kernel's audit log; for diagnosis
  kOff,   // no filter
};

/// Permanently limits this thread and those it starts later to the calls `names` and to prlimit64
/// of this process. `threads`: whether it may start threads. Sets no_new_privs. Returns an error
/// text if there is no filter, and an empty text if there is one or kOff is set.
std::string allow_calls(std::span<const char* const> names, bool threads, Violation violation);

/// A filter for load_filter() that refuses every new process (EPERM) and allows all else, threads
/// included. Empty if libseccomp cannot make one.
std::string filter_without_processes();
/// Installs the filter for this thread. Async-signal-safe. Sets no_new_privs. False: errno.
bool load_filter(std::string_view filter);

}  // namespace seawind
