// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/signal_watcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace seawind::test {
namespace {

TEST(SignalWatcher, ReceivesEachOfItsSignalsUntilItsEnd) {
  const std::vector<int> signals{SIGTERM, SIGUSR1, SIGUSR2, SIGHUP, SIGTERM};
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<int> received;
  {
    const SignalWatcher watcher(signals, [&](const signalfd_siginfo& signal) {
      const std::lock_guard lock(mutex);
      received.push_back(static_cast<int>(signal.ssi_signo));
      changed.notify_one();
    });
    for (std::size_t i = 0; i < signals.size(); ++i) {
      kill(getpid(), signals[i]);
      std::unique_lock lock(mutex);
      EXPECT_TRUE(
          changed.wait_for(lock, std::chrono::seconds(20), [&] { return received.size() > i; }))
          << "signal " << signals[i];
    }
  }
  EXPECT_EQ(received, signals);
  kill(getpid(), SIGUSR2);  // stays blocked
  EXPECT_EQ(received, signals);
}

}  // namespace
}  // namespace seawind::test
