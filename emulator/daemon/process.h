// SPDX-License-Identifier: GPL-3.0-or-later
// What the daemon asks of the system for itself as a process.
#pragma once

#include <string>

namespace seawind {

/// Raises the limit on open files to the hard limit; returns it.
unsigned long raise_open_files();

/// Gives up every capability but CAP_NET_RAW, CAP_NET_ADMIN and CAP_SYS_NICE, as far as held.
/// Before any other thread is started. Throws Error.
void drop_capabilities();

/// The process gets SIGTERM when its parent ends; throws Error if the parent is gone already.
void die_with_parent();

}  // namespace seawind
