// SPDX-License-Identifier: GPL-3.0-or-later
// Time, waiting and threads of the code that runs campaigns: the machine's, or simulated ones in
// tests. Nothing else in controller/campaign that takes part in a run reads a clock or sleeps.
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
  virtual std::int64_t boot_ns() const = 0;  // CLOCK_BOOTTIME: goes on while suspended

  /// Until `done()` or `until`. `lock` protects what `done` reads and is free meanwhile; who
  /// changes that notifies `changed`.
  virtual void wait(std::unique_lock<std::mutex>& lock, std::condition_variable& changed,
                    Time until, const std::function<bool()>& done) = 0;
  /// A thread that waits with wait() alone. Its end is awaited with wait(), too, before it is
  /// joined.
  virtual std::thread start(std::function<void()> body) = 0;
};

/// The machine's.
CampaignClock& machine_clock();

/// Of CLOCK_MONOTONIC.
inline std::int64_t ns_of(CampaignClock::Time time) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
}

}  // namespace seawind
