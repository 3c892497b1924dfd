// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace seawind {

/// From now on an allocation without memory ends the process at once, like a kill, with "PROGRAM:
/// out of memory" on standard error. For processes with gRPC: an exception that unwinds one of its
/// calls leaves an operation that writes later to destroyed objects. `program` must be a literal.
void exit_when_out_of_memory(const char* program, int exit_code);

}  // namespace seawind
