// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/confinement.h"

#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <cerrno>

#include "common/error.h"
#include "common/rights.h"

namespace seawind {
namespace {

/// Whether more memory can be locked than the limit permits. Found out by trying, because a
/// capability in a user namespace has no effect here.
bool can_exceed_limit(rlim_t limit) {
  const std::size_t size = limit + (std::size_t{1} << 20U);
  void* const some =
      ::mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (some == MAP_FAILED) return false;
  const bool locked = ::mlock2(some, size, MLOCK_ONFAULT) == 0;
  ::munmap(some, size);
  return locked;
}

}  // namespace

void use_one_heap() {
  // glibc accepts every positive number. A sanitizer's allocator has one heap and ignores the call.
  ::mallopt(M_ARENA_MAX, 1);
}

MemoryLock lock_memory() {
  // All or nothing: under a finite limit later allocations would fail. Pages are locked when first
  // touched, so that thread stacks and rings need not be resident.
  MemoryLock lock;
  const rlimit unlimited{RLIM_INFINITY, RLIM_INFINITY};
  rlimit now{};
  if (::setrlimit(RLIMIT_MEMLOCK, &unlimited) < 0) {
    if (::getrlimit(RLIMIT_MEMLOCK, &now) < 0) return {.refused = error_words(errno)};
    lock.needs_capability = now.rlim_cur != RLIM_INFINITY;
    if (lock.needs_capability && !can_exceed_limit(now.rlim_cur)) {
      return {.refused =
                  "the limit on locked memory is " + std::to_string(now.rlim_cur) +
                  " bytes (to raise it, the daemon needs CAP_SYS_RESOURCE; to exceed it, "
                  "CAP_IPC_LOCK; capabilities held only in a user namespace have no effect)"};
    }
  }
  if (::mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) < 0)
    return {.refused = error_words(errno)};
  return lock;
}

void drop_capabilities(bool with_ipc_lock) {
  Capabilities kept = capabilities({CAP_NET_RAW, CAP_NET_ADMIN, CAP_SYS_NICE});
  if (with_ipc_lock) kept |= capabilities({CAP_IPC_LOCK});
  restrict_rights({.kept = kept, .bounding = kept});
}

}  // namespace seawind
