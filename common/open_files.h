// SPDX-License-Identifier: GPL-3.0-or-later
// How many files a process may have open.
#pragma once

namespace seawind {

/// Raises the limit of this process, and of those it starts, to the hard limit. Returns the limit
/// now.
unsigned long raise_open_files();

}  // namespace seawind
