// SPDX-License-Identifier: GPL-3.0-or-later
// The system calls seawindd makes, as a filter of the kernel (seccomp): whoever takes the daemon
// over can start no program, trace, mount or load nothing. Calls that are harmless and could be
// made by the C library, gRPC or libpcap of another version are on the list too.
#pragma once

#include <string>

namespace seawind {

/// What a call beyond the list leads to.
enum class Violation {
  kKill,  // the process ends with SIGSYS: for tests
  kLog,   // the call is made, and the kernel's audit log has it
  kOff,   // no filter
};

/// The default: kKill where assertions are on.
Violation default_violation();

/// For this thread and those it starts later, for good. Returns why there is no filter, empty if
/// there is one or none was wanted. Sets no_new_privs.
std::string filter_syscalls(Violation violation);

}  // namespace seawind
