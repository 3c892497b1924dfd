// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/syscall_filter.h"

#include <sched.h>
#include <seccomp.h>

#include <cerrno>
#include <memory>
#include <system_error>

namespace seawind {
namespace {

constexpr const char* kAllowed[] = {
    // files: event logs, /proc and /sys, the socket file
    "access",
    "faccessat",
    "faccessat2",
    "close",
    "close_range",
    "dup",
    "dup2",
    "dup3",
    "fallocate",
    "fchmod",
    "fchown",
    "fcntl",
    "fdatasync",
    "flock",
    "fstat",
    "fstatfs",
    "fsync",
    "ftruncate",
    "getcwd",
    "getdents64",
    "ioctl",
    "linkat",
    "lseek",
    "lstat",
    "newfstatat",
    "open",
    "openat",
    "openat2",
    "pread64",
    "pwrite64",
    "read",
    "readlink",
    "readlinkat",
    "readv",
    "rename",
    "renameat",
    "renameat2",
    "stat",
    "statfs",
    "statx",
    "sync_file_range",
    "umask",
    "unlink",
    "unlinkat",
    "write",
    "writev",
    // sockets, events
    "accept",
    "accept4",
    "bind",
    "connect",
    "getpeername",
    "getsockname",
    "getsockopt",
    "listen",
    "recvfrom",
    "recvmmsg",
    "recvmsg",
    "sendmmsg",
    "sendmsg",
    "sendto",
    "setsockopt",
    "shutdown",
    "socket",
    "socketpair",
    "epoll_create",
    "epoll_create1",
    "epoll_ctl",
    "epoll_pwait",
    "epoll_pwait2",
    "epoll_wait",
    "eventfd",
    "eventfd2",
    "pipe",
    "pipe2",
    "poll",
    "ppoll",
    "pselect6",
    "select",
    "timerfd_create",
    "timerfd_gettime",
    "timerfd_settime",
    // memory
    "brk",
    "madvise",
    "membarrier",
    "mincore",
    "mlock",
    "mlock2",
    "mlockall",
    "mmap",
    "mprotect",
    "mremap",
    "munlock",
    "munlockall",
    "munmap",
    // threads, scheduling, time
    "clock_getres",
    "clock_gettime",
    "clock_nanosleep",
    "exit",
    "exit_group",
    "futex",
    "get_robust_list",
    "getcpu",
    "getpriority",
    "gettid",
    "gettimeofday",
    "nanosleep",
    "restart_syscall",
    "rseq",
    "sched_get_priority_max",
    "sched_get_priority_min",
    "sched_getaffinity",
    "sched_getattr",
    "sched_getparam",
    "sched_getscheduler",
    "sched_setaffinity",
    "sched_setattr",
    "sched_setscheduler",
    "sched_yield",
    "set_robust_list",
    "set_tid_address",
    "setpriority",
    "time",
    // signals, the process itself
    "capget",
    "getegid",
    "geteuid",
    "getgid",
    "getgroups",
    "getpgrp",
    "getpid",
    "getppid",
    "getrandom",
    "getresgid",
    "getresuid",
    "getrlimit",
    "getrusage",
    "getuid",
    "prctl",
    "rt_sigaction",
    "rt_sigpending",
    "rt_sigprocmask",
    "rt_sigreturn",
    "rt_sigsuspend",
    "rt_sigtimedwait",
    "sigaltstack",
    "sysinfo",
    "tgkill",
    "uname",
#if defined(SEAWIND_SANITIZED)
    // The leak checker stops the process's threads at exit, through a tracer process of its own.
    "clone",
    "getdents",
    "ptrace",
    "tkill",
    "wait4",
#endif
};

std::uint32_t action_of(Violation violation) {
  return violation == Violation::kKill ? SCMP_ACT_KILL_PROCESS : SCMP_ACT_LOG;
}

/// Returns 0 or a negative error number.
int allow_system_calls(scmp_filter_ctx filter) {
  for (const char* name : kAllowed) {
    const int number = ::seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR || number < 0) continue;  // not available on this architecture
    if (const int error = ::seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 0); error < 0) {
      return error;
    }
  }
#if !defined(SEAWIND_SANITIZED)
  // Threads are allowed, processes are not.
  if (const int error = ::seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
                                           SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
      error < 0) {
    return error;
  }
#endif
  // clone3's flags are in memory, which the filter cannot read; the C library falls back to clone.
  if (const int error = ::seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
      error < 0) {
    return error;
  }
  // Only for this process.
  return ::seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 1,
                            SCMP_A0(SCMP_CMP_EQ, 0, 0));
}

}  // namespace

std::string filter_syscalls(Violation violation) {
  if (violation == Violation::kOff) return {};
  struct Release {
    void operator()(void* filter) const { ::seccomp_release(filter); }
  };
  const std::unique_ptr<void, Release> filter(::seccomp_init(action_of(violation)));
  if (!filter) return "no memory";
  ::seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_SSB, 1);  // it would slow down every system call
  ::seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2);  // a binary tree instead of a list
  int error = allow_system_calls(filter.get());
  if (error == 0) error = ::seccomp_load(filter.get());
  return error < 0 ? std::generic_category().message(-error) : std::string();
}

}  // namespace seawind
