// SPDX-License-Identifier: GPL-3.0-or-later
// Signals before, during and after the start of the command.
#include "controller/exec/command_signals.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>

#include "common/process.h"

namespace seawind::test {
namespace {

/// Waits until the process has no pending signal: the watcher has taken all of them. It calls back
/// before it waits again, so a later call under the lock sees their effect.
void wait_until_taken() {
  sigset_t pending;
  do {
    sigpending(&pending);
  } while (sigismember(&pending, SIGTERM) == 1 || sigismember(&pending, SIGUSR1) == 1);
}

Process sleeping() {
  return start_program({.arguments = {"sleep", "600"}, .dies_with_parent = true});
}

TEST(CommandSignals, BeforeTheCommandAStopIsRequested) {
  CommandSignals signals;
  std::mutex mutex;
  std::condition_variable_any stopped;
  kill(getpid(), SIGUSR1);
  std::unique_lock lock(mutex);
  stopped.wait(lock, signals.token(), [] { return false; });
  EXPECT_EQ(signals.stopped_by(), SIGUSR1);
  EXPECT_FALSE(signals.keep()) << "the command must not be started";
}

TEST(CommandSignals, ASignalDuringTheStartReachesTheCommand) {
  CommandSignals signals;
  ASSERT_TRUE(signals.keep());
  const Process command = start_program(
      {.arguments = {"sleep", "600"}, .dies_with_parent = true, .made = [&](const Process& made) {
         kill(getpid(), SIGTERM);
         wait_until_taken();
         signals.forward_to(made);
       }});
  const int status = reap(command.pid);
  signals.end();
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM) << describe_end(status);
  EXPECT_FALSE(signals.token().stop_requested()) << "the rest of the call would be cancelled";
}

/// As the terminal sends it, to this process alone.
void send_from_terminal(int number) {
  siginfo_t info{};
  info.si_code = SI_KERNEL;
  ASSERT_EQ(syscall(SYS_rt_sigqueueinfo, getpid(), number, &info), 0);
}

TEST(CommandSignals, ASignalOfTheTerminalBeforeTheCommandIsMadeReachesIt) {
  for (int i = 0; i < 20; ++i) {
    CommandSignals signals;
    ASSERT_TRUE(signals.keep());
    const Process command = start_program(
        {.arguments = {"sleep", "600"}, .dies_with_parent = true, .made = [&](const Process& made) {
           send_from_terminal(SIGTERM);
           signals.forward_to(made);
         }});
    const bool got = ended_within(command.handle, std::chrono::seconds(10));
    kill(command.pid, SIGKILL);
    reap(command.pid);
    signals.end();
    ASSERT_TRUE(got);
  }
}

TEST(CommandSignals, UserSignalsReachTheCommand) {
  CommandSignals signals;
  ASSERT_TRUE(signals.keep());
  const Process command = sleeping();
  signals.forward_to(command);
  kill(getpid(), SIGUSR1);
  const int status = reap(command.pid);
  signals.end();
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGUSR1) << describe_end(status);
}

TEST(CommandSignals, AfterTheCommandASignalInterrupts) {
  CommandSignals signals;
  ASSERT_TRUE(signals.keep());
  signals.end();
  EXPECT_FALSE(signals.interrupted());
  kill(getpid(), SIGTERM);
  while (!signals.interrupted()) std::this_thread::yield();
  EXPECT_FALSE(signals.token().stop_requested());
}

}  // namespace
}  // namespace seawind::test
