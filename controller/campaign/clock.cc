// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/clock.h"

#include <utility>

#include "common/clock_ns.h"

namespace seawind {
namespace {

class MachineClock final : public CampaignClock {
 public:
  Time now() const override { return std::chrono::steady_clock::now(); }
  std::int64_t unix_ns() const override { return clock_ns(CLOCK_REALTIME); }
  std::int64_t boot_ns() const override { return clock_ns(CLOCK_BOOTTIME); }
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
