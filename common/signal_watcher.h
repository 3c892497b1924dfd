// SPDX-License-Identifier: GPL-3.0-or-later
// A thread that receives the signals of its process.
#pragma once

#include <sys/signalfd.h>

#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "common/fds.h"

namespace seawind {

class SignalWatcher {
 public:
  /// Blocks `signals`; `received` is called for each one that arrives, in the watcher's thread or
  /// in take(), one at a time. Must be made before any other thread, so that all threads inherit
  /// the signal mask. The signals stay blocked after the watcher's end. Throws SystemError.
  SignalWatcher(const std::vector<int>& signals,
                std::function<void(const signalfd_siginfo&)> received);
  ~SignalWatcher();
  SignalWatcher(const SignalWatcher&) = delete;
  SignalWatcher& operator=(const SignalWatcher&) = delete;

  /// On return, `received` has been called for all signals that arrived before the call.
  void take();

 private:
  void run();

  std::function<void(const signalfd_siginfo&)> received_;
  std::mutex mutex_;  // guards reading and calls of received_
  Fd signals_;
  Fd end_;  // an event counter: readable when the watcher ends
  std::thread thread_;
};

}  // namespace seawind
