// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/command_signals.h"

#include <signal.h>

namespace seawind {
namespace {

constexpr int kEnd = SIGUSR1;  // sent by the destructor

sigset_t watched() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGQUIT, SIGTERM, SIGHUP, kEnd}) sigaddset(&set, signal);
  return set;
}

}  // namespace

CommandSignals::CommandSignals() {
  const sigset_t set = watched();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  thread_ = std::thread([this] { run(); });
}

CommandSignals::~CommandSignals() {
  pthread_kill(thread_.native_handle(), kEnd);
  thread_.join();
}

void CommandSignals::run() {
  const sigset_t set = watched();
  for (;;) {
    siginfo_t received{};
    const int signal = sigwaitinfo(&set, &received);
    if (signal < 0) continue;
    if (signal == kEnd) return;
    const pid_t command = command_;
    if (command > 0) {
      if (received.si_code != SI_KERNEL) kill(command, signal);
    } else if (command == 0) {
      stopped_by_ = signal;
      stop_.request_stop();
    } else {
      interrupted_ = true;
    }
  }
}

}  // namespace seawind
