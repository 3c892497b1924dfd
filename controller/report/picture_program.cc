// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/picture_program.h"

#include <fmt/format.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <utility>

#include "common/error.h"
#include "common/process.h"
#include "common/rights.h"

namespace seawind {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kArchitecture = 0;  // unknown: no filter
#endif

/// Async-signal-safe. Allows a clone() that makes a thread and refuses every other new process.
/// clone3() fails with ENOSYS, because a filter cannot see its flags; libc then uses clone().
void refuse_new_processes() {
  if (kArchitecture == 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return;
  constexpr std::uint32_t kNo = SECCOMP_RET_ERRNO | EPERM;
  const auto load = [](std::size_t at) {
    return sock_filter{BPF_LD | BPF_W | BPF_ABS, 0, 0, static_cast<std::uint32_t>(at)};
  };
  const auto answer = [](std::uint32_t value) { return sock_filter{BPF_RET | BPF_K, 0, 0, value}; };
  // Skips the next instruction unless the loaded word equals `value`.
  const auto when = [](std::uint32_t value) {
    return sock_filter{BPF_JMP | BPF_JEQ | BPF_K, 0, 1, value};
  };
  const std::array filter = {
    load(offsetof(seccomp_data, arch)),
    sock_filter{BPF_JMP | BPF_JEQ | BPF_K, 1, 0, kArchitecture},
    answer(kNo),
    load(offsetof(seccomp_data, nr)),
#if defined(__x86_64__)
    sock_filter{BPF_JMP | BPF_JGE | BPF_K, 0, 1, 0x40000000},  // x32 system calls
    answer(kNo),
#endif
#ifdef SYS_fork
    when(SYS_fork),
    answer(kNo),
#endif
#ifdef SYS_vfork
    when(SYS_vfork),
    answer(kNo),
#endif
    when(SYS_clone3),
    answer(SECCOMP_RET_ERRNO | ENOSYS),
    sock_filter{BPF_JMP | BPF_JEQ | BPF_K, 1, 0, SYS_clone},
    answer(SECCOMP_RET_ALLOW),
    load(offsetof(seccomp_data, args)),
    sock_filter{BPF_JMP | BPF_JSET | BPF_K, 0, 1, CLONE_THREAD},
    answer(SECCOMP_RET_ALLOW),
    answer(kNo),
  };
  const sock_fprog program{static_cast<unsigned short>(filter.size()),
                           const_cast<sock_filter*>(filter.data())};
  syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

/// Async-signal-safe. The user stays the same. The priority is low, so that a picture of a campaign
/// that runs does not delay its programs.
bool confine() {
  constexpr int kNiceness = 10;  // added to that of this process, at most 19
  if (setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + kNiceness) != 0) return false;
  const rlimit none{0, 0};
  if (setrlimit(RLIMIT_CORE, &none) != 0) return false;
  try {
    restrict_rights({});
  } catch (const Error&) {
    return false;
  }
  refuse_new_processes();
  return true;
}

constexpr std::chrono::seconds kPatience{120};

std::string read_all(const Fd& file) {
  auto text = content_of(file);
  if (!text) throw system_error("read a file in memory");
  return std::move(*text);
}

}  // namespace

PictureOutput run_picture_program(const PictureProgram& program) {
  constexpr auto kTried = "write a file in memory";
  const Fd input = memory_file(kTried, program.input);
  const Fd data = memory_file(kTried, program.data);
  const Fd output = memory_file(kTried);
  const Fd messages = memory_file(kTried);
  const char* const home = std::getenv("HOME");  // fontconfig has its cache there
  try {
    const Process started =
        start_program({.arguments = program.arguments,
                       .environment = {{"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8",
                                        fmt::format("HOME={}", home ? home : "/")}},
                       .files = {input.get(), output.get(), messages.get(), data.get()},
                       .folder = "/",
                       .dies_with_parent = true,
                       .prepare = confine});
    // A program that is out of memory may wait for ever.
    if (!ended_within(started.handle, kPatience)) {
      kill(started.pid, SIGKILL);
      reap(started.pid);
      throw Error(fmt::format("`{}` has not ended within {} s", program.arguments.front(),
                              kPatience.count()));
    }
    const int status = reap(started.pid);
    return {status, read_all(output), read_all(messages)};
  } catch (const SystemError& error) {
    if (error.number() != ENOENT) throw;
    throw Error(fmt::format("{}; install the package {}", error.what(), program.package));
  }
}

}  // namespace seawind
