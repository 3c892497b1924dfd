// SPDX-License-Identifier: GPL-3.0-or-later
// The limit on open files of a process (RLIMIT_NOFILE).
#pragma once

namespace seawind {

/// Raises the soft limit of this process to the hard limit; child processes inherit the limit.
/// Returns the new limit.
unsigned long raise_open_files();

}  // namespace seawind
