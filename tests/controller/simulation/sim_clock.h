// SPDX-License-Identifier: GPL-3.0-or-later
// Simulated time and threads. Exactly one thread runs at a time, until it waits. Then another
// thread whose condition holds runs, chosen by the seed. If there is none, time advances to the
// earliest instant for which a thread waits. The same seed gives the same run.
#pragma once

#include <list>
#include <random>

#include "controller/campaign/clock.h"

namespace seawind::test {

class SimClock final : public CampaignClock {
 public:
  explicit SimClock(std::uint64_t seed) : random_(seed) {}

  Time now() const override { return now_; }
  std::int64_t unix_ns() const override { return boot_ns() + set_; }
  std::int64_t boot_ns() const override { return ns_of(now_) + suspended_; }
  void wait(std::unique_lock<std::mutex>& lock, std::condition_variable& changed, Time until,
            const std::function<bool()>& done) override;
  std::thread start(std::function<void()> body) override;

  /// Waits until `done()`, at most `length`.
  void sleep(std::chrono::nanoseconds length, const std::function<bool()>& done);
  void set_wall_clock(std::chrono::nanoseconds by) { set_ += by.count(); }
  void suspend(std::chrono::nanoseconds length) { suspended_ += length.count(); }

 private:
  struct Waiter {
    Time until;
    std::function<bool()> done;
    bool runs = false;
    std::condition_variable go{};
  };
  void block(Waiter& self);
  void run_next();  // mutex_ must be held; aborts when all threads wait forever

  std::mutex mutex_;
  std::mt19937_64 random_;
  std::list<Waiter*> waiting_;
  Time now_{std::chrono::seconds(1000)};
  std::int64_t set_ = 1'000'000'000'000'000'000;
  std::int64_t suspended_ = 0;
};

}  // namespace seawind::test
