// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace seawind {

/// After this call a failed allocation ends the process with `exit_code`, without unwinding, and
/// writes "PROGRAM: out of memory" to standard error. Processes with gRPC need it: an exception
/// that unwinds a gRPC call leaves an operation that later writes to destroyed objects. `program`
/// must be a literal.
void exit_when_out_of_memory(const char* program, int exit_code);

}  // namespace seawind
