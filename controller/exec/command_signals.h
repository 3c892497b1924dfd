// SPDX-License-Identifier: GPL-3.0-or-later
// Signals of `seawind exec`. Before the command runs, SIGINT, SIGQUIT, SIGTERM and SIGHUP request a
// stop. While it runs, they are forwarded to it, except those that the terminal sends, because the
// terminal sends them to the command, too.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <stop_token>
#include <thread>

namespace seawind {

class CommandSignals {
 public:
  /// Must be made before any other thread, so that all threads inherit the signal mask.
  CommandSignals();
  ~CommandSignals();
  CommandSignals(const CommandSignals&) = delete;
  CommandSignals& operator=(const CommandSignals&) = delete;

  std::stop_token token() const { return stop_.get_token(); }
  /// The signal that requested the stop; 0: none.
  int stopped_by() const { return stopped_by_; }
  /// From now on signals are for `command`; -1: it has ended, and they interrupt what follows.
  void forward_to(pid_t command) { command_ = command; }
  /// Whether a signal has arrived since forward_to(-1).
  bool interrupted() const { return interrupted_; }

 private:
  void run();

  std::stop_source stop_;
  std::atomic<int> stopped_by_{0};
  std::atomic<pid_t> command_{0};
  std::atomic<bool> interrupted_{false};
  std::thread thread_;
};

}  // namespace seawind
