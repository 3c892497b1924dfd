// SPDX-License-Identifier: GPL-3.0-or-later
// The callers of WatchReports. One thread makes the reports of all of them and begins every write
// and every end; gRPC's callbacks only note what happened. So a watcher holds no service thread,
// and one that does not read holds up nobody: it gets the next report when it has taken the last
// one.
#pragma once

#include <grpcpp/support/server_callback.h>

#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <thread>

#include "emulator/api/emulator.pb.h"

namespace seawind {

class LinkManager;

class ReportWatches {
 public:
  /// At the same time; a further one gets RESOURCE_EXHAUSTED.
  static constexpr std::size_t kMost = 1024;

  explicit ReportWatches(LinkManager& links);
  /// After stop(), and after the server has been shut down: every watch has ended then.
  ~ReportWatches();
  ReportWatches(const ReportWatches&) = delete;
  ReportWatches& operator=(const ReportWatches&) = delete;

  /// What the call returns to gRPC.
  grpc::ServerWriteReactor<Reports>* watch(const ReportsRequest& request);
  /// Ends all watches, now and later.
  void stop();

 private:
  class Watch;
  void loop();
  /// A watch that has something to do now, and until when there is none.
  Watch* due(std::chrono::steady_clock::time_point now,
             std::chrono::steady_clock::time_point& next) const;
  void serve(Watch& watch, std::unique_lock<std::mutex>& lock);

  LinkManager& links_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<Watch*> watches_;  // each deletes itself when gRPC is done with it
  bool stop_ = false;
  bool quit_ = false;
  std::thread thread_;
};

}  // namespace seawind
