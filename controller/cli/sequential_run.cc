// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/cli/sequential_run.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "common/error.h"
#include "common/print_error.h"
#include "common/printable.h"
#include "controller/cli/exit_codes.h"
#include "controller/cli/signals.h"

namespace seawind {
namespace {

sigset_t turn_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : handled_signals()) sigaddset(&set, signal);
  sigaddset(&set, SIGCHLD);
  return set;
}

int run_child(const SequentialRun& run) {
  try {
    return run.run();
  } catch (const std::exception&) {
    return report_failure();
  }
}

pid_t start(const SequentialRun& run, const sigset_t& original_mask) {
  std::fflush(nullptr);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) throw system_error("start a process");
  if (child > 0) return child;
  sigprocmask(SIG_SETMASK, &original_mask, nullptr);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(kInterrupted);
  const int code = run_child(run);
  std::fflush(nullptr);
  _exit(code);
}

/// Waits for the child and forwards signals to it. Returns its exit code.
int wait_for(pid_t child, const sigset_t& set, bool& interrupted) {
  for (;;) {
    int status = 0;
    if (waitpid(child, &status, WNOHANG) == child)
      return WIFEXITED(status) ? WEXITSTATUS(status) : kCannotSetUp;
    siginfo_t signal{};
    if (sigwaitinfo(&set, &signal) < 0) continue;
    if (signal.si_signo != SIGINT && signal.si_signo != SIGTERM && signal.si_signo != SIGHUP)
      continue;  // no effect
    interrupted = true;
    // The terminal has sent its signal to the child as well; a second one would kill the child.
    if (signal.si_code != SI_KERNEL) kill(child, signal.si_signo);
  }
}

}  // namespace

int run_sequentially(const std::vector<SequentialRun>& runs) {
  const sigset_t set = turn_signals();
  sigset_t original;
  sigprocmask(SIG_BLOCK, &set, &original);
  int worst = kOk;
  bool interrupted = false;
  std::size_t next = 0;
  while (next < runs.size() && !interrupted) {
    const int code = wait_for(start(runs[next], original), set, interrupted);
    interrupted = interrupted || code == kInterrupted;
    worst = std::max(worst, code);
    ++next;
  }
  for (; next < runs.size(); ++next)
    print_error("seawind: not run: {}\n", printable(runs[next].name));
  return interrupted ? kInterrupted : worst;
}

}  // namespace seawind
