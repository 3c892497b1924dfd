// SPDX-License-Identifier: GPL-3.0-or-later
// The system call filter of seawindd (seccomp). An attacker who takes over the daemon cannot start
// programs, trace processes, mount file systems or load modules. The list also has harmless calls
// that other versions of the C library or gRPC may make.
#pragma once

#include <string>

#include "common/allowed_calls.h"

namespace seawind {

/// Installs the filter for this thread and those it starts later, permanently. Returns an error
/// text if there is no filter, and an empty text if there is one or kOff is set. Sets no_new_privs.
std::string filter_syscalls(Violation violation);

}  // namespace seawind
