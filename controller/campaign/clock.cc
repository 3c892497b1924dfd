// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/clock.h"

#include <time.h>

#include <utility>

namespace seawind {
namespace {

std::int64_t read(clockid_t id) {
  timespec t{};
  clock_gettime(id, &t);
  return t.tv_sec * 1'000'000'000LL + t.tv_nsec;
}

class MachineClock final : public CampaignClock {
 public:
  Time now() const override { return std::chrono::steady_clock::now(); }
  std::int64_t unix_ns() const override { return read(CLOCK_REALTIME); }
  std::int64_t boot_ns() const override { return read(CLOCK_BOOTTIME); }
  void wait(std::unique_lock<std::mutex>& lock, std::condition_variable& changed, Time until,
            const std::function<bool()>& done) override {
    if (until == Time::max())
      changed.wait(lock, done);
    else
      changed.wait_until(lock, until, done);
  }
  std::thread start(std::function<void()> body) override { return std::thread(std::move(body)); }
};

}  // namespace

CampaignClock& machine_clock() {
  static MachineClock clock;
  return clock;
}

}  // namespace seawind
