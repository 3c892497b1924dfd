// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/report_watches.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <chrono>

#include "emulator/daemon/answer_with.h"
#include "emulator/daemon/link_manager.h"

namespace seawind {

using std::chrono::steady_clock;

/// Members belong to the owner and are guarded by its mutex.
class ReportWatches::Watch final : public grpc::ServerWriteReactor<Reports> {
 public:
  Watch(ReportWatches& owner, const ReportsRequest& request)
      : owner_(owner), name(request.name()), interval(request.interval_ns()) {}

  void OnWriteDone(bool ok) override {
    note([this, ok] {
      writing = false;
      cancelled = cancelled || !ok;
    });
  }
  void OnCancel() override {
    note([this] { cancelled = true; });
  }
  void OnDone() override {
    note([this] { owner_.watches_.remove(this); });
    delete this;
  }

 private:
  template <typename What>
  void note(What what) {
    const std::lock_guard lock(owner_.mutex_);
    what();
    owner_.changed_.notify_all();
  }
  ReportWatches& owner_;

 public:
  const std::string name;
  const std::chrono::nanoseconds interval;
  steady_clock::time_point next = steady_clock::now();
  Reports reports;  // used by gRPC while `writing`
  bool writing = false;
  bool cancelled = false;
  bool ended = false;
};

namespace {

/// A call that finishes at once with a status.
class Refusal final : public grpc::ServerWriteReactor<Reports> {
 public:
  explicit Refusal(const grpc::Status& status) { Finish(status); }
  void OnDone() override { delete this; }
};

}  // namespace

ReportWatches::ReportWatches(LinkManager& links) : links_(links) {
  thread_ = std::thread([this] {
    ::pthread_setname_np(::pthread_self(), "watches");
    loop();
  });
}

ReportWatches::~ReportWatches() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = quit_ = true;
    changed_.notify_all();
  }
  thread_.join();
}

grpc::ServerWriteReactor<Reports>* ReportWatches::watch(const ReportsRequest& request) {
  const std::chrono::nanoseconds interval(request.interval_ns());
  if (interval < std::chrono::milliseconds(10) || interval > std::chrono::hours(1)) {
    return new Refusal(
        {grpc::StatusCode::INVALID_ARGUMENT, "interval_ns: must be between 10 ms and 1 h"});
  }
  const std::lock_guard lock(mutex_);
  if (watches_.size() >= kMax) {
    return new Refusal({grpc::StatusCode::RESOURCE_EXHAUSTED,
                        fmt::format("{} clients watch reports, the maximum", kMax)});
  }
  auto* const watch = new Watch(*this, request);
  watches_.push_back(watch);
  changed_.notify_all();
  return watch;
}

void ReportWatches::stop() {
  const std::lock_guard lock(mutex_);
  stop_ = true;
  changed_.notify_all();
}

ReportWatches::Watch* ReportWatches::due(steady_clock::time_point now,
                                         steady_clock::time_point& next) const {
  for (Watch* const watch : watches_) {
    if (watch->ended || watch->writing) continue;
    if (stop_ || watch->cancelled || watch->next <= now) return watch;
    next = std::min(next, watch->next);
  }
  return nullptr;
}

// Only this thread ends a watch, so a watch can be used here without the lock.
void ReportWatches::serve(Watch& watch, std::unique_lock<std::mutex>& lock) {
  if (stop_ || watch.cancelled) {
    watch.ended = true;
    lock.unlock();
    watch.Finish(grpc::Status::OK);
    lock.lock();
    return;
  }
  watch.writing = true;
  watch.next += watch.interval;
  if (watch.next < steady_clock::now()) watch.next = steady_clock::now() + watch.interval;
  lock.unlock();
  const grpc::Status status = answer_with([&] { watch.reports = links_.reports(watch.name); });
  if (status.ok()) {
    watch.StartWrite(&watch.reports);
    lock.lock();
    return;
  }
  lock.lock();
  watch.writing = false;
  watch.ended = true;
  lock.unlock();
  watch.Finish(status);
  lock.lock();
}

void ReportWatches::loop() {
  std::unique_lock lock(mutex_);
  while (!quit_ || !watches_.empty()) {
    auto next = steady_clock::now() + std::chrono::hours(1);
    if (Watch* const watch = due(steady_clock::now(), next)) {
      watches_.remove(watch);  // to the end of the list, for round-robin service
      watches_.push_back(watch);
      serve(*watch, lock);
    } else {
      changed_.wait_until(lock, next);
    }
  }
}

}  // namespace seawind
