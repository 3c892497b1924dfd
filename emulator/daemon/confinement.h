// SPDX-License-Identifier: GPL-3.0-or-later
// Process-wide resources that the daemon acquires, and privileges that it drops.
#pragma once

#include <string>

namespace seawind {

/// Makes all threads allocate from one heap. By default each thread has a heap of its own: a link's
/// memory returns to the heap of the thread that allocated it, so that a daemon whose links are
/// made and removed for days grows with each thread that serves calls. The relay thread allocates
/// only for reports and for its largest load so far, so that it hardly ever waits for another
/// thread's allocation.
/// Must be called before any other thread is started.
void use_one_heap();

struct MemoryLock {
  std::string refused;            // why memory is not locked; empty: it is locked
  bool needs_capability = false;  // the lock requires CAP_IPC_LOCK
};

/// Locks the process's memory, present and future, if the limit on locked memory is unlimited, can
/// be made so (CAP_SYS_RESOURCE), or does not apply to this process (CAP_IPC_LOCK).
MemoryLock lock_memory();

/// Drops every capability except CAP_NET_RAW, CAP_NET_ADMIN and CAP_SYS_NICE, and CAP_IPC_LOCK if
/// `with_ipc_lock`, as far as held; also from the bounding set, as far as permitted. Programs
/// started later cannot gain more (no_new_privs). Must be called before any other thread is
/// started. Throws Error.
void drop_capabilities(bool with_ipc_lock);

}  // namespace seawind
