// SPDX-License-Identifier: GPL-3.0-or-later
// Tells flows what a timeline has for them, each notice at its instant (to the precision of a
// sleeping thread: a notice is a message, not part of the link). What cannot be told is remembered.
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
  struct Due {
    std::int64_t monotonic_ns = 0;  // CLOCK_MONOTONIC
    Notice notice;
  };
  /// Tells one notice; returns what went wrong, or nothing. Called in the notifier's own thread.
  using Tell = std::function<std::string(const Notice&)>;

  /// The notices of `test_set` for flows of `workload`, for a link that began at `link_start`.
  static std::vector<Due> due(const TestSet& test_set, const Workload& workload,
                              std::int64_t link_start);

  Notifier(CampaignClock& clock, std::vector<Due> notices, Tell tell);
  ~Notifier() { stop(); }

  /// Leaves out what is not due yet; returns the first failure, or nothing.
  std::string stop();

 private:
  void run();

  CampaignClock& clock_;
  std::vector<Due> notices_;
  Tell tell_;
  std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  bool stop_ = false;
  bool ended_ = false;
  std::string failure_;
  std::thread thread_;
};

}  // namespace seawind
