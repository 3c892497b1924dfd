// SPDX-License-Identifier: GPL-3.0-or-later
// Signals of `seawind exec`: SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1 and SIGUSR2. Those that the
// caller ignores (nohup) stay ignored in this process and the command. Before the command runs,
// signals request a stop. While it runs, they are forwarded to it, except those that the terminal
// has sent to the process group of both. After it has ended, they end the wait for what is to be
// delivered. A second signal N before the command runs, or after it has ended, ends this process at
// once with 128 + N.
#pragma once

#include <mutex>
#include <stop_token>
#include <vector>

#include "common/process.h"
#include "common/signal_watcher.h"

namespace seawind {

class CommandSignals {
 public:
  /// Must be made before any other thread (SignalWatcher).
  CommandSignals();

  std::stop_token token() const { return stop_.get_token(); }
  /// The signal that requested the stop; 0: none.
  int stopped_by() const;
  /// Called before the command is started: from now on signals request no stop but are kept for the
  /// command. Returns false when a stop has been requested before.
  bool keep();
  /// Sends the kept signals to the command, and from now on all others. To be called while the
  /// command still blocks them (ProgramStart::made), so that it gets only once what the terminal
  /// has sent to both. Throws SystemError.
  void forward_to(const Process& command);
  /// Called when the command has ended: from now on a signal only makes interrupted() true.
  void end();
  /// Whether a signal has arrived since end().
  bool interrupted() const;

 private:
  void received(const signalfd_siginfo& signal);
  /// Whether the command got the signal from the terminal, as this process did.
  bool command_got(const signalfd_siginfo& signal) const;

  enum class State { kBefore, kStarting, kRunning, kEnded };  // of the command

  std::stop_source stop_;
  mutable std::mutex mutex_;
  State state_ = State::kBefore;
  std::vector<int> kept_;  // signals that arrived before the command ran
  Fd command_;
  pid_t pid_ = -1;  // of the command
  bool interrupted_ = false;
  SignalWatcher watcher_;  // uses the members above
};

}  // namespace seawind
