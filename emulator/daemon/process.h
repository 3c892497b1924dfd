// SPDX-License-Identifier: GPL-3.0-or-later
// What the daemon asks of the system for itself as a process, and what it gives up.
#pragma once

#include <string>

namespace seawind {

struct MemoryLock {
  std::string refused;            // why memory is not locked; empty: it is
  bool needs_capability = false;  // it stays so only with CAP_IPC_LOCK
};

/// Locks the program's memory, present and future, if the limit on locked memory is or can be made
/// unlimited (CAP_SYS_RESOURCE), or does not hold for this process (CAP_IPC_LOCK).
MemoryLock lock_memory();

/// Gives up every capability but CAP_NET_RAW, CAP_NET_ADMIN and CAP_SYS_NICE, and CAP_IPC_LOCK
/// where `with_ipc_lock`, as far as held; from the bounding set too, as far as allowed. No program
/// started from here gets more (no_new_privs). Before any other thread is started. Throws Error.
void drop_capabilities(bool with_ipc_lock);

/// The process gets SIGTERM when its parent ends; throws Error if the parent is gone already.
void die_with_parent();

}  // namespace seawind
