// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/notifier.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace seawind {

std::vector<Notifier::ScheduledNotice> Notifier::due(const TestSet& test_set,
                                                     const Workload& workload,
                                                     std::int64_t link_start) {
  std::vector<ScheduledNotice> all;
  for (const TimelineEntry& entry : test_set.timeline()) {
    for (const Notice& notice : entry.notify()) {
      const auto is_it = [&](const Flow& flow) { return flow.name() == notice.flow(); };
      if (std::none_of(workload.flows().begin(), workload.flows().end(), is_it)) continue;
      all.push_back({link_start + test_set.settle() + entry.at(), notice});
    }
  }
  return all;
}

Notifier::Notifier(CampaignClock& clock, std::vector<ScheduledNotice> notices, Deliver deliver)
    : clock_(clock), notices_(std::move(notices)), deliver_(std::move(deliver)) {
  if (!notices_.empty()) thread_ = clock_.start([this] { run(); });
}

std::string Notifier::stop() {
  if (!thread_.joinable()) return failure_;
  {
    std::unique_lock lock(mutex_);
    stop_ = true;
    changed_.notify_all();
    clock_.wait(lock, changed_, CampaignClock::Time::max(), [this] { return ended_; });
  }
  thread_.join();
  return failure_;
}

void Notifier::run() {
  for (const ScheduledNotice& one : notices_) {
    const CampaignClock::Time at{std::chrono::nanoseconds(one.monotonic_ns)};
    std::unique_lock lock(mutex_);
    clock_.wait(lock, changed_, at, [this] { return stop_; });
    if (stop_) break;
    lock.unlock();
    const std::string problem = deliver_(one.notice);
    lock.lock();
    if (failure_.empty()) failure_ = problem;
  }
  const std::lock_guard lock(mutex_);
  ended_ = true;
  changed_.notify_all();
}

}  // namespace seawind
