// SPDX-License-Identifier: GPL-3.0-or-later
// The system calls that can be made to fail, each with plausible errors.
#pragma once

#include <fcntl.h>
#include <sys/syscall.h>

#include <array>
#include <cerrno>
#include <string_view>

namespace seawind::test {

/// Whether a failure can last: an interrupted wait is repeated, so it cannot.
enum class Lasting { kYes, kNo };

struct Call {
  std::string_view name;
  int number;
  int error;
  /// For a call on a descriptor: the type of its file (file, socket, pipe, event, device, other).
  /// Empty: all types, counted together.
  std::string_view on{};
  Lasting lasting = Lasting::kYes;
};

inline constexpr auto kCalls = std::to_array<Call>({
    {"openat", SYS_openat, EMFILE},
    {"openat2", SYS_openat2, EMFILE},
    {"newfstatat", SYS_newfstatat, EIO},
    {"statfs", SYS_statfs, EIO},
    {"getdents64", SYS_getdents64, EIO},
    {"readlinkat", SYS_readlinkat, EACCES},
    {"faccessat2", SYS_faccessat2, EACCES},
    {"mkdirat", SYS_mkdirat, ENOSPC},
    {"unlinkat", SYS_unlinkat, EIO},
    {"renameat", SYS_renameat, ENOSPC},
    {"renameat2", SYS_renameat2, ENOSPC},
#ifdef SYS_open  // the old calls, which newer architectures do not have
    {"open", SYS_open, EMFILE},
    {"readlink", SYS_readlink, EACCES},
    {"access", SYS_access, EACCES},
    {"mkdir", SYS_mkdir, ENOSPC},
    {"rmdir", SYS_rmdir, EIO},
    {"unlink", SYS_unlink, EIO},
    {"rename", SYS_rename, ENOSPC},
    {"fork", SYS_fork, EAGAIN},
    {"vfork", SYS_vfork, EAGAIN},
    {"poll", SYS_poll, EINTR, "", Lasting::kNo},
    {"epoll_wait", SYS_epoll_wait, EINTR, "", Lasting::kNo},
#endif
    {"ftruncate", SYS_ftruncate, EIO},
    {"fsync", SYS_fsync, EIO},
    {"fdatasync", SYS_fdatasync, EIO},
    {"fchmod", SYS_fchmod, EPERM},
    {"flock", SYS_flock, ENOLCK},
    {"fcntl", SYS_fcntl, ENOLCK, "file"},
    {"read", SYS_read, EIO, "file"},
    {"read", SYS_read, ECONNRESET, "socket"},
    {"read", SYS_read, EIO, "pipe"},
    {"pread64", SYS_pread64, EIO, "file"},
    {"write", SYS_write, ENOSPC, "file"},
    {"write", SYS_write, EPIPE, "socket"},
    {"write", SYS_write, EPIPE, "pipe"},
    {"writev", SYS_writev, ENOSPC, "file"},
    {"pwrite64", SYS_pwrite64, ENOSPC, "file"},
    {"socket", SYS_socket, EMFILE},
    {"socketpair", SYS_socketpair, EMFILE},
    {"bind", SYS_bind, EADDRINUSE},
    {"listen", SYS_listen, EADDRINUSE},
    {"connect", SYS_connect, ECONNREFUSED},
    {"accept4", SYS_accept4, EMFILE},
    {"sendto", SYS_sendto, ENOBUFS},
    {"sendmsg", SYS_sendmsg, ENOBUFS},
    {"sendmmsg", SYS_sendmmsg, ENOBUFS},
    {"recvfrom", SYS_recvfrom, ENOMEM},
    {"recvmsg", SYS_recvmsg, ENOMEM},
    {"setsockopt", SYS_setsockopt, ENOBUFS},
    {"getsockopt", SYS_getsockopt, ENOBUFS},
    {"getsockname", SYS_getsockname, ENOBUFS},
    {"ioctl", SYS_ioctl, EPERM, "socket"},
    {"mmap", SYS_mmap, ENOMEM},
    {"mlockall", SYS_mlockall, EPERM},
    {"clone", SYS_clone, EAGAIN},
    {"clone3", SYS_clone3, EAGAIN},
    {"execve", SYS_execve, ENOMEM},
    {"wait4", SYS_wait4, EINTR, "", Lasting::kNo},
    {"waitid", SYS_waitid, EINTR, "", Lasting::kNo},
    {"kill", SYS_kill, ESRCH},
    {"pidfd_open", SYS_pidfd_open, EMFILE},
    {"pidfd_send_signal", SYS_pidfd_send_signal, ESRCH},
    {"pipe2", SYS_pipe2, EMFILE},
    {"eventfd2", SYS_eventfd2, EMFILE},
    {"signalfd4", SYS_signalfd4, EMFILE},
    {"timerfd_create", SYS_timerfd_create, EMFILE},
    {"timerfd_settime", SYS_timerfd_settime, EINVAL},
    {"epoll_create1", SYS_epoll_create1, EMFILE},
    {"epoll_ctl", SYS_epoll_ctl, ENOMEM},
    {"epoll_pwait", SYS_epoll_pwait, EINTR, "", Lasting::kNo},
    {"epoll_pwait2", SYS_epoll_pwait2, EINTR, "", Lasting::kNo},
    {"ppoll", SYS_ppoll, EINTR, "", Lasting::kNo},
    {"setns", SYS_setns, EPERM},
    {"unshare", SYS_unshare, ENOSPC},
    {"prctl", SYS_prctl, EINVAL},
    {"capset", SYS_capset, EPERM},
    {"setsid", SYS_setsid, EPERM},
    {"prlimit64", SYS_prlimit64, EPERM},
    {"setpriority", SYS_setpriority, EACCES},
    {"sched_setscheduler", SYS_sched_setscheduler, EPERM},
    {"sched_getaffinity", SYS_sched_getaffinity, EPERM},
    {"bpf", SYS_bpf, EPERM},
    {"getrandom", SYS_getrandom, EINTR, "", Lasting::kNo},
});

}  // namespace seawind::test
