// SPDX-License-Identifier: GPL-3.0-or-later
// Time, waiting and threads of the code that runs campaigns: those of the machine, or simulated
// ones in tests. No other code of controller/campaign that takes part in a run reads a clock or
// sleeps.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

namespace seawind {

class CampaignClock {
 public:
  using Time = std::chrono::steady_clock::time_point;

  virtual ~CampaignClock() = default;
  virtual Time now() const = 0;              // CLOCK_MONOTONIC
  virtual std::int64_t unix_ns() const = 0;  // CLOCK_REALTIME
  virtual std::int64_t boot_ns() const = 0;  // CLOCK_BOOTTIME: counts suspended time

  /// Waits until `done()` returns true or the time is `until`. `lock` protects the state that
  /// `done` reads and is released while waiting. Code that changes that state must notify
  /// `changed`.
  virtual void wait(std::unique_lock<std::mutex>& lock, std::condition_variable& changed,
                    Time until, const std::function<bool()>& done) = 0;
  /// Starts a thread that may block in wait() only. Its end must be awaited with wait() before the
  /// thread is joined.
  virtual std::thread start(std::function<void()> body) = 0;
};

/// The clock of the machine.
CampaignClock& machine_clock();

/// Nanoseconds of CLOCK_MONOTONIC.
inline std::int64_t ns_of(CampaignClock::Time time) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
}

}  // namespace seawind
