// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/signal_watcher.h"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <utility>

#include "common/error.h"

namespace seawind {

SignalWatcher::SignalWatcher(const std::vector<int>& signals,
                             std::function<void(const signalfd_siginfo&)> received)
    : received_(std::move(received)) {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : signals) sigaddset(&set, signal);
  signals_ = Fd(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
  end_ = Fd(eventfd(0, EFD_CLOEXEC));
  if (!signals_ || !end_) throw system_error("watch for signals");
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  thread_ = std::thread([this] { run(); });
}

SignalWatcher::~SignalWatcher() {
  eventfd_write(end_.get(), 1);
  thread_.join();
}

void SignalWatcher::take() {
  const std::lock_guard lock(mutex_);
  signalfd_siginfo received{};
  while (read(signals_.get(), &received, sizeof received) == sizeof received) received_(received);
}

void SignalWatcher::run() {
  pollfd wait[] = {{.fd = signals_.get(), .events = POLLIN, .revents = 0},
                   {.fd = end_.get(), .events = POLLIN, .revents = 0}};
  while (wait[1].revents == 0) {
    poll(wait, 2, -1);
    take();
  }
}

}  // namespace seawind
