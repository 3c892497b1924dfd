// SPDX-License-Identifier: GPL-3.0-or-later
// The WatchReports streams. One thread generates the reports of all streams and starts every write
// and every finish; gRPC's callbacks only record events. A stream therefore occupies no service
// thread. A slow reader delays no other stream: it gets the next report after it has read the
// previous one.
#pragma once

#include <grpcpp/support/server_callback.h>

#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>

#include "emulator/api/emulator.pb.h"

namespace seawind {

class LinkManager;

class ReportWatches {
 public:
  /// Maximum number of concurrent streams; a further call gets RESOURCE_EXHAUSTED.
  static constexpr std::size_t kMax = 1024;

  explicit ReportWatches(LinkManager& links);
  /// Call after stop() and after the server's shutdown, when every stream has ended.
  ~ReportWatches();
  ReportWatches(const ReportWatches&) = delete;
  ReportWatches& operator=(const ReportWatches&) = delete;

  /// The reactor that the call returns to gRPC.
  grpc::ServerWriteReactor<Reports>* watch(const ReportsRequest& request);
  /// Ends all streams, and each new one at once.
  void stop();

 private:
  class Watch;
  void loop();
  /// A stream that is due, or null; then `next` is the time when one will be due.
  Watch* due(std::chrono::steady_clock::time_point now,
             std::chrono::steady_clock::time_point& next) const;
  void serve(Watch& watch, std::unique_lock<std::mutex>& lock);

  LinkManager& links_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<Watch*> watches_;  // each deletes itself when gRPC has finished with it
  bool stop_ = false;
  bool quit_ = false;
  std::thread thread_;
};

}  // namespace seawind
