// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/cli/signals.h"

#include <signal.h>
#include <unistd.h>

#include "controller/cli/exit_codes.h"

namespace seawind {
namespace {

sigset_t watched() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGUSR1}) sigaddset(&set, signal);
  return set;
}

}  // namespace

StopOnSignal::StopOnSignal() {
  const sigset_t set = watched();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  thread_ = std::thread([this, set] {
    for (;;) {
      int signal = 0;
      sigwait(&set, &signal);
      if (signal == SIGUSR1) return;  // sent by the destructor
      if (!source_.request_stop()) _exit(kInterrupted);
    }
  });
}

StopOnSignal::~StopOnSignal() {
  pthread_kill(thread_.native_handle(), SIGUSR1);
  thread_.join();
}

}  // namespace seawind
