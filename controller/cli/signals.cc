// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/cli/signals.h"

#include <signal.h>
#include <unistd.h>

#include <cstddef>

#include "controller/cli/exit_codes.h"

namespace seawind {
namespace {

sigset_t watched() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGUSR1}) sigaddset(&set, signal);
  return set;
}

/// Async-signal-safe.
template <std::size_t Size>
[[noreturn]] void end_with(const char (&words)[Size]) {
  [[maybe_unused]] const auto written = write(STDERR_FILENO, words, Size - 1);
  _exit(kInterrupted);
}

extern "C" void end_at_once(int) {
  end_with("\nseawind: interrupted\n");
}

}  // namespace

void end_on_interrupt() {
  struct sigaction now {};
  if (sigaction(SIGINT, nullptr, &now) != 0 || now.sa_handler == SIG_IGN) return;
  now.sa_handler = end_at_once;
  sigaction(SIGINT, &now, nullptr);
}

StopOnSignal::StopOnSignal() {
  const sigset_t set = watched();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  thread_ = std::thread([this, set] {
    for (;;) {
      int signal = 0;
      sigwait(&set, &signal);
      if (signal == SIGUSR1) return;  // sent by the destructor
      if (!source_.request_stop()) end_with("\nseawind: ended at once by a second signal\n");
    }
  });
}

StopOnSignal::~StopOnSignal() {
  pthread_kill(thread_.native_handle(), SIGUSR1);
  thread_.join();
}

}  // namespace seawind
