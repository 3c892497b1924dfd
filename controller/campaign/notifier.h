// SPDX-License-Identifier: GPL-3.0-or-later
// Delivers the notices of a timeline to flows, each at its instant. The precision is that of a
// sleeping thread, because a notice is a message and not part of the link. The first failure is
// kept.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "controller/campaign/clock.h"
#include "controller/testset/testset.pb.h"

namespace seawind {

class Notifier {
 public:
  struct ScheduledNotice {
    std::int64_t monotonic_ns = 0;  // CLOCK_MONOTONIC
    Notice notice;
  };
  /// Delivers one notice. Returns the error, or an empty string. Called in the notifier's own
  /// thread.
  using Deliver = std::function<std::string(const Notice&)>;

  /// The notices of `test_set` for flows of `workload`; the link began at `link_start`.
  static std::vector<ScheduledNotice> due(const TestSet& test_set, const Workload& workload,
                                          std::int64_t link_start);

  Notifier(CampaignClock& clock, std::vector<ScheduledNotice> notices, Deliver deliver);
  ~Notifier() { stop(); }

  /// Drops the notices that are not due yet. Returns the first failure, or an empty string.
  std::string stop();

 private:
  void run();

  CampaignClock& clock_;
  std::vector<ScheduledNotice> notices_;
  Deliver deliver_;
  std::mutex mutex_;  // guards the members below
  std::condition_variable changed_;
  bool stop_ = false;
  bool ended_ = false;
  std::string failure_;
  std::thread thread_;
};

}  // namespace seawind
