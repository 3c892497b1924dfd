// SPDX-License-Identifier: GPL-3.0-or-later
// Callers of WatchReports, each with a connection of its own.
#pragma once

#include <grpcpp/client_context.h>

#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <thread>

namespace seawind::soak {

class Watchers {
 public:
  /// Starts watchers of the daemon at `socket`; each receives a report every `interval_ns`.
  Watchers(std::string socket, std::int64_t interval_ns)
      : socket_(std::move(socket)), interval_ns_(interval_ns) {}
  ~Watchers();
  Watchers(const Watchers&) = delete;
  Watchers& operator=(const Watchers&) = delete;

  /// One more, of the link of that name; all links when it is empty.
  void add(const std::string& name);
  /// Cancels the oldest watch.
  void remove_oldest();
  std::uint64_t reports() const { return reports_; }

 private:
  struct Watcher {
    grpc::ClientContext context;
    std::thread thread;
  };

  std::string socket_;
  std::int64_t interval_ns_;
  std::atomic<std::uint64_t> reports_ = 0;
  std::list<Watcher> watchers_;
};

}  // namespace seawind::soak
