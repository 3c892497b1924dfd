// SPDX-License-Identifier: GPL-3.0-or-later
// The system call filter of seawindd (seccomp). An attacker who takes over the daemon cannot start
// programs, trace processes, mount file systems or load modules. The list also has harmless calls
// that other versions of the C library or gRPC may make.
#pragma once

#include <string>

namespace seawind {

/// The reaction to a system call that is not on the list.
enum class Violation {
  kKill,  // the process is killed with SIGSYS
  kLog,   // the call is executed and written to the kernel's audit log; for diagnosis
  kOff,   // no filter
};

/// Installs the filter for this thread and those it starts later, permanently. Returns an error
/// text if there is no filter, and an empty text if there is one or kOff is set. Sets no_new_privs.
std::string filter_syscalls(Violation violation);

}  // namespace seawind
