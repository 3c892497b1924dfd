// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/command_signals.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "common/error.h"
#include "common/pidfd.h"

namespace seawind {
namespace {

std::vector<int> not_ignored(std::vector<int> signals) {
  std::erase_if(signals, [](int number) {
    struct sigaction now {};
    return sigaction(number, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
  });
  return signals;
}

}  // namespace

CommandSignals::CommandSignals()
    : watcher_(not_ignored({SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2}),
               [this](const signalfd_siginfo& signal) { received(signal); }) {}

int CommandSignals::stopped_by() const {
  const std::lock_guard lock(mutex_);
  return kept_.empty() ? 0 : kept_.front();
}

bool CommandSignals::keep() {
  const std::lock_guard lock(mutex_);
  if (!kept_.empty()) return false;
  state_ = State::kStarting;
  return true;
}

void CommandSignals::forward_to(const Process& command) {
  // A signal that the terminal sent before the command was made has not reached the command, even
  // if this process's thread reads it later. One sent to both since then stays one signal.
  watcher_.take();
  const std::lock_guard lock(mutex_);
  command_ = Fd(fcntl(command.handle.get(), F_DUPFD_CLOEXEC, 0));
  if (!command_) throw system_error("watch the command");
  pid_ = command.pid;
  state_ = State::kRunning;
  for (const int signal : kept_) pidfd_send_signal(command_.get(), signal, nullptr, 0);
}

void CommandSignals::end() {
  const std::lock_guard lock(mutex_);
  state_ = State::kEnded;
}

bool CommandSignals::interrupted() const {
  const std::lock_guard lock(mutex_);
  return interrupted_;
}

/// The kernel sends a hang-up only to the session leader. The command may have left the group, as
/// timeout(1) does.
bool CommandSignals::command_got(const signalfd_siginfo& signal) const {
  if (signal.ssi_code != SI_KERNEL) return false;
  if (signal.ssi_signo == SIGHUP && getsid(0) == getpid()) return false;
  return getpgid(pid_) == getpgrp();
}

void CommandSignals::received(const signalfd_siginfo& signal) {
  const std::lock_guard lock(mutex_);
  const int number = static_cast<int>(signal.ssi_signo);
  if (state_ == State::kRunning && !command_got(signal))
    pidfd_send_signal(command_.get(), number, nullptr, 0);
  const bool again = state_ == State::kBefore ? !kept_.empty() : interrupted_;
  if (again) _exit(128 + number);  // what is left is cleaned up as after SIGKILL
  if (state_ == State::kBefore || state_ == State::kStarting) kept_.push_back(number);
  if (state_ == State::kBefore) stop_.request_stop();
  if (state_ == State::kEnded) interrupted_ = true;
}

}  // namespace seawind
