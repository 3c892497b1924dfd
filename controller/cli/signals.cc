// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/cli/signals.h"

#include <signal.h>
#include <unistd.h>

#include <cstddef>

#include "controller/cli/exit_codes.h"

namespace seawind {
namespace {

/// `timeout` sends its signal to its child and once more to their group.
constexpr std::chrono::milliseconds kOneRequest{100};

/// Async-signal-safe.
template <std::size_t Size>
[[noreturn]] void end_with(const char (&words)[Size], int code) {
  [[maybe_unused]] const auto written = write(STDERR_FILENO, words, Size - 1);
  _exit(code);
}

extern "C" void end_at_once(int) {
  end_with("\nseawind: interrupted\n", kInterrupted);
}

extern "C" void end_when_cut(int) {
  end_with("seawind: another program has cut a file short that was being read\n", kCannotSetUp);
}

}  // namespace

std::vector<int> handled_signals() {
  std::vector<int> out{SIGINT, SIGTERM, SIGUSR1, SIGUSR2};
  // An ignored one would still be read from a signalfd.
  struct sigaction hang_up {};
  if (sigaction(SIGHUP, nullptr, &hang_up) != 0 || hang_up.sa_handler != SIG_IGN)
    out.push_back(SIGHUP);
  return out;
}

void end_on_interrupt() {
  struct sigaction now {};
  if (sigaction(SIGINT, nullptr, &now) != 0 || now.sa_handler == SIG_IGN) return;
  now.sa_handler = end_at_once;
  sigaction(SIGINT, &now, nullptr);
}

void end_on_cut_file() {
  signal(SIGBUS, end_when_cut);
}

StopOnSignal::StopOnSignal()
    : watcher_(handled_signals(), [this](const signalfd_siginfo& signal) {
        if (signal.ssi_signo == SIGUSR1 || signal.ssi_signo == SIGUSR2) return;
        const auto now = std::chrono::steady_clock::now();
        if (source_.request_stop()) {
          requested_ = now;
        } else if (now - requested_ > kOneRequest) {
          end_with("\nseawind: ended at once by a second signal\n", kInterrupted);
        }
      }) {}

}  // namespace seawind
