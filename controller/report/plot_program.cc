// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/plot_program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <iterator>

#include "common/error.h"
#include "common/fds.h"
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

/// Runs in the child; async-signal-safe. Returns only on failure, with errno set.
void become_plot_program(const char* folder, const char* messages, char* const* arguments,
                         char* const* environment) {
  if (chdir(folder) != 0) return;
  const int nothing = open("/dev/null", O_RDWR);
  const int out = open(messages, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (nothing < 0 || out < 0) return;
  if (dup2(nothing, 0) < 0 || dup2(nothing, 1) < 0 || dup2(out, 2) < 0) return;
  close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
  const rlimit none{0, 0};
  if (setrlimit(RLIMIT_CORE, &none) != 0) return;
  try {
    // The user stays the same. Of root's capabilities only the one to write to the folder of the
    // user that called sudo is kept.
    constexpr Capabilities kKept = capabilities({CAP_DAC_OVERRIDE});
    take_rights({.ids = {}, .kept = kKept, .bounding = kKept});
  } catch (const Error&) {
    return;
  }
  refuse_new_processes();
  execvpe("gnuplot", arguments, environment);
}

}  // namespace

int run_plot_program(const std::filesystem::path& folder, const std::string& script,
                     const std::string& messages) {
  std::string program = "gnuplot";
  std::string defaults = "-d";  // ignore start-up files of the user
  std::string file = script;
  const std::array<char*, 4> arguments = {program.data(), defaults.data(), file.data(), nullptr};
  // fontconfig has its cache in HOME.
  const char* const home = std::getenv("HOME");
  std::string path = "PATH=/usr/local/bin:/usr/bin:/bin";
  std::string locale = "LANG=C.UTF-8";
  std::string own = std::string("HOME=") + (home != nullptr ? home : "/");
  const std::array<char*, 4> environment = {path.data(), locale.data(), own.data(), nullptr};
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw system_error("make a pipe for gnuplot");
  const Fd failure_in(ends[0]);
  Fd failure_out(ends[1]);
  const pid_t child = fork();
  if (child < 0) throw system_error("start gnuplot");
  if (child == 0) {
    become_plot_program(folder.c_str(), messages.c_str(), arguments.data(), environment.data());
    const int failed = errno;
    [[maybe_unused]] const auto told = write(ends[1], &failed, sizeof failed);
    _exit(127);
  }
  failure_out.reset();
  int failed = 0;
  ssize_t got = 0;
  while ((got = read(failure_in.get(), &failed, sizeof failed)) < 0 && errno == EINTR) {
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) throw system_error("wait for gnuplot");
  if (got == sizeof failed)
    throw Error(fmt::format("{}{}", system_error("run gnuplot for the plots", failed).what(),
                            failed == ENOENT ? "; install the package gnuplot-nox" : ""));
  return status;
}

}  // namespace seawind
