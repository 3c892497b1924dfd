// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/process.h"

#include <malloc.h>
#include <sys/capability.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <memory>
#include <system_error>
#include <vector>

#include "common/error.h"

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

std::string reason(int error_number) {
  return std::generic_category().message(error_number);
}

}  // namespace

void use_one_heap() {
  // glibc refuses no positive number. A sanitizer's allocator has one heap and ignores the call.
  ::mallopt(M_ARENA_MAX, 1);
}

MemoryLock lock_memory() {
  // All or nothing: under a finite limit later allocations would fail. Pages are locked when first
  // touched, so that thread stacks and rings need not be resident.
  MemoryLock lock;
  const rlimit unlimited{RLIM_INFINITY, RLIM_INFINITY};
  rlimit now{};
  if (::setrlimit(RLIMIT_MEMLOCK, &unlimited) < 0) {
    if (::getrlimit(RLIMIT_MEMLOCK, &now) < 0) return {.refused = reason(errno)};
    lock.needs_capability = now.rlim_cur != RLIM_INFINITY;
    if (lock.needs_capability && !can_exceed_limit(now.rlim_cur)) {
      return {.refused =
                  "the limit on locked memory is " + std::to_string(now.rlim_cur) +
                  " bytes (to raise it, the daemon needs CAP_SYS_RESOURCE; to exceed it, "
                  "CAP_IPC_LOCK; capabilities held only in a user namespace have no effect)"};
    }
  }
  if (::mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) < 0) return {.refused = reason(errno)};
  return lock;
}

void drop_capabilities(bool with_ipc_lock) {
  struct Free {
    void operator()(cap_t caps) const { ::cap_free(caps); }
  };
  using Caps = std::unique_ptr<std::remove_pointer_t<cap_t>, Free>;
  const Caps now(::cap_get_proc());
  const Caps kept(::cap_init());
  if (!now || !kept) throw system_error("read the process's capabilities");
  std::vector<cap_value_t> wanted{CAP_NET_RAW, CAP_NET_ADMIN, CAP_SYS_NICE};
  if (with_ipc_lock) wanted.push_back(CAP_IPC_LOCK);
  cap_flag_value_t may_bound = CAP_CLEAR;
  ::cap_get_flag(now.get(), CAP_SETPCAP, CAP_EFFECTIVE, &may_bound);
  for (cap_value_t one = 0; may_bound == CAP_SET && ::cap_get_bound(one) >= 0; ++one) {
    if (std::find(wanted.begin(), wanted.end(), one) != wanted.end()) continue;
    if (::cap_drop_bound(one) < 0) throw system_error("give up the bounding set of capabilities");
  }
  for (const cap_value_t one : wanted) {
    cap_flag_value_t held = CAP_CLEAR;
    if (::cap_get_flag(now.get(), one, CAP_PERMITTED, &held) < 0 || held != CAP_SET) continue;
    ::cap_set_flag(kept.get(), CAP_PERMITTED, 1, &one, CAP_SET);
    ::cap_set_flag(kept.get(), CAP_EFFECTIVE, 1, &one, CAP_SET);
  }
  if (::cap_set_proc(kept.get()) < 0) throw system_error("give up capabilities");
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) throw system_error("set no_new_privs");
}

void die_with_parent() {
  const pid_t parent = ::getppid();
  if (::prctl(PR_SET_PDEATHSIG, SIGTERM) < 0)
    throw system_error("request a signal at the end of the parent");
  if (::getppid() != parent)
    throw Error("cannot end with the parent process: it has already ended");
}

}  // namespace seawind
