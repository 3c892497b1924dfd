// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/notifier.h"

#include <algorithm>
#include <chrono>

namespace seawind {

std::vector<Notifier::Due> Notifier::due(const TestSet& test_set, const Workload& workload,
                                         std::int64_t link_start) {
  std::vector<Due> all;
  for (const TimelineEntry& entry : test_set.timeline()) {
    for (const Notice& notice : entry.notify()) {
      const auto is_it = [&](const Flow& flow) { return flow.name() == notice.flow(); };
      if (std::none_of(workload.flows().begin(), workload.flows().end(), is_it)) continue;
      all.push_back({link_start + test_set.settle() + entry.at(), notice});
    }
  }
  return all;
}

Notifier::Notifier(std::vector<Due> notices, Tell tell)
    : notices_(std::move(notices)),
      tell_(std::move(tell)),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

std::string Notifier::stop() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
  return failure_;
}

void Notifier::run(const std::stop_token& stop) {
  for (const Due& one : notices_) {
    const std::chrono::steady_clock::time_point at{std::chrono::nanoseconds(one.monotonic_ns)};
    std::unique_lock lock(mutex_);
    wake_.wait_until(lock, stop, at, [] { return false; });
    if (stop.stop_requested()) return;
    const std::string problem = tell_(one.notice);
    if (failure_.empty()) failure_ = problem;
  }
}

}  // namespace seawind
