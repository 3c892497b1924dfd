// SPDX-License-Identifier: GPL-3.0-or-later
// The privileges that the daemon drops, each tested in a child process.
#include "emulator/daemon/confinement.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>

#include "common/rights.h"
#include "emulator/daemon/syscall_filter.h"

namespace seawind::test {
namespace {

/// Runs `what` in a child and returns its exit code, or 128 + the signal that killed it.
int in_child(const std::function<int()>& what) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(what());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

struct Call {
  const char* name;
  std::function<void()> make;
};
class Filter : public testing::TestWithParam<Call> {};

TEST_P(Filter, EndsTheProcessThatMakesTheCallOrLogsIt) {
  const auto under = [&](Violation violation) {
    return in_child([&] {
      if (!filter_syscalls(violation).empty()) return 99;
      GetParam().make();
      return 0;
    });
  };
  EXPECT_EQ(under(Violation::kKill), 128 + SIGSYS);
  EXPECT_EQ(under(Violation::kLog), 0);
  EXPECT_EQ(under(Violation::kOff), 0);
}

char kTrue[] = "/bin/true";
char* const kJustTrue[] = {kTrue, nullptr};

INSTANTIATE_TEST_SUITE_P(
    Calls, Filter,
    testing::Values(Call{"execve", [] { ::execve(kTrue, kJustTrue, nullptr); }},
                    Call{"mount", [] { ::mount("none", "/nonexistent", "none", 0, nullptr); }},
                    Call{"unshare", [] { ::unshare(CLONE_FS); }},
                    Call{"setuid", [] { [[maybe_unused]] const int same = ::setuid(::getuid()); }},
                    Call{"kill", [] { ::kill(::getpid(), 0); }},
                    Call{"limit of another process",
                         [] { ::prlimit(::getppid(), RLIMIT_CORE, nullptr, nullptr); }}
#if !defined(SEAWIND_SANITIZED)  // the leak checker traces, in a process of its own
                    ,
                    Call{"ptrace", [] { ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr); }},
                    Call{"fork",
                         [] {
                           if (::fork() == 0) ::_exit(0);
                         }}
#endif
                    ));

bool holds(int capability) {
  return (held_capabilities() & capabilities({capability})) != 0;
}

void extract(int capability) {
  restrict_rights({.kept = ~capabilities({capability}), .bounding = ~Capabilities{}});
}

int bounded(int capability) {
  return ::prctl(PR_CAPBSET_READ, capability, 0, 0, 0);
}

TEST(Capabilities, OnlyThoseOfTheRelayStay) {
  if (!holds(CAP_SETPCAP) || !holds(CAP_NET_RAW)) GTEST_SKIP() << "needs root";
  EXPECT_EQ(in_child([] {
              drop_capabilities(false);
              if (!holds(CAP_NET_RAW) || holds(CAP_SYS_ADMIN) || holds(CAP_SETPCAP)) return 1;
              if (bounded(CAP_NET_RAW) != 1) return 2;
              if (bounded(CAP_SYS_ADMIN) != 0 || bounded(CAP_IPC_LOCK) != 0) return 3;
              return ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ? 0 : 4;
            }),
            0);
}

/// Sets a limit of 64 KiB on locked memory that cannot be raised, as in a container.
void set_small_limit() {
  const rlimit small{1 << 16, 1 << 16};
  ::setrlimit(RLIMIT_MEMLOCK, &small);
  extract(CAP_SYS_RESOURCE);
}

bool more_can_be_mapped() {
  void* const block =
      ::mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return block != MAP_FAILED;
}

TEST(LockedMemory, RootLocksItWhateverTheLimit) {
  if (!holds(CAP_IPC_LOCK)) GTEST_SKIP() << "needs CAP_IPC_LOCK";
  EXPECT_EQ(in_child([] {
              set_small_limit();
              const MemoryLock lock = lock_memory();
              if (!lock.refused.empty()) return 1;
              if (!lock.needs_capability) return 2;
              drop_capabilities(lock.needs_capability);
              return more_can_be_mapped() && !holds(CAP_SYS_ADMIN) ? 0 : 3;
            }),
            0);
}

TEST(LockedMemory, IsNotLockedByHalvesWhereItMayNotGrow) {
  EXPECT_EQ(in_child([] {
              set_small_limit();
              extract(CAP_IPC_LOCK);
              const MemoryLock lock = lock_memory();
              if (lock.refused.find("is 65536 bytes") == std::string::npos) return 1;
              return more_can_be_mapped() ? 0 : 2;
            }),
            0);
}

}  // namespace
}  // namespace seawind::test
