// SPDX-License-Identifier: GPL-3.0-or-later
// A thread that executes what other threads hand to it, one after the other: for objects that
// belong to one thread, such as the holder of a test bed, which dies with the thread that started
// it.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <thread>
#include <type_traits>

namespace seawind::lab {

class WorkThread {
 public:
  WorkThread() : thread_([this] { serve(); }) {}
  /// Executes all pending work first.
  ~WorkThread() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }
  WorkThread(const WorkThread&) = delete;
  WorkThread& operator=(const WorkThread&) = delete;

  /// Waits for `work`; returns what it returns, or throws what it throws.
  template <typename Work>
  auto run(Work work) {
    std::packaged_task<std::invoke_result_t<Work>()> task(std::move(work));
    auto result = task.get_future();
    {
      const std::lock_guard lock(mutex_);
      work_.emplace_back([&task] { task(); });
    }
    changed_.notify_one();
    return result.get();
  }

 private:
  void serve() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return stop_ || !work_.empty(); });
      if (work_.empty()) return;
      const auto next = std::move(work_.front());
      work_.pop_front();
      lock.unlock();
      next();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> work_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace seawind::lab
