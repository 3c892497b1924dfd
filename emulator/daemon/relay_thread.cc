// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/relay_thread.h"

#include <pthread.h>
#include <sched.h>

#include <exception>
#include <future>
#include <utility>

#include "emulator/daemon/cache_warmup.h"

namespace seawind {
namespace {

constexpr int kHighestPriority = 99;

}  // namespace

RelayThread::RelayThread(Clock& clock, const WaitOptions& wait, const SchedulingRequest& scheduling,
                         CpuLatency& cpu_latency)
    : clock_(clock), cpu_latency_(cpu_latency), waiter_(clock, wait), relay_(clock) {
  std::promise<SchedulingResult> ready;
  thread_ = std::thread([&] {
    ::pthread_setname_np(::pthread_self(), "relay");
    try {
      ready.set_value(apply_scheduling(scheduling));
    } catch (...) {
      ready.set_exception(std::current_exception());
      return;
    }
    loop();
  });
  try {
    scheduling_ = ready.get_future().get();
  } catch (...) {
    thread_.join();
    throw;
  }
  if (scheduling_.realtime_priority == 0 || scheduling_.realtime_priority >= kHighestPriority)
    return;
  try {
    watch_.emplace(scheduling_.realtime_priority + 1,
                   [this] { return processor_.load(std::memory_order_relaxed); });
  } catch (...) {  // no memory for its thread
    end();
    throw;
  }
  if (!watch_->refused().empty()) watch_.reset();
}

RelayThread::~RelayThread() {
  end();
}

void RelayThread::end() {
  execute([this] { stop_ = true; });
  thread_.join();
}

void RelayThread::execute(std::function<void()> what) {
  const auto command = std::make_shared<Command>();
  command->run = std::move(what);
  command->self = command;
  command->next = commands_.load(std::memory_order_relaxed);
  while (
      !commands_.compare_exchange_weak(command->next, command.get(), std::memory_order_release)) {
  }
  waiter_.wake();
  command->done.wait(false, std::memory_order_acquire);
}

void RelayThread::run_commands() {
  if (commands_.load(std::memory_order_relaxed) != nullptr) {
    Command* newest = commands_.exchange(nullptr, std::memory_order_acquire);
    Command* oldest = nullptr;
    Command** const last = &newest->next;
    while (newest != nullptr) {
      Command* const next = std::exchange(newest->next, oldest);
      oldest = std::exchange(newest, next);
    }
    *std::exchange(last_, last) = oldest;
  }
  for (int run = 0; run < kCommandsATurn && oldest_ != nullptr; ++run) {
    const std::shared_ptr<Command> command = std::move(oldest_->self);
    oldest_ = command->next;
    if (oldest_ == nullptr) last_ = &oldest_;
    command->run();
    command->done.store(true, std::memory_order_release);
    command->done.notify_one();
  }
  if (oldest_ != nullptr) waiter_.wake();
}

void RelayThread::loop() {
  CacheWarmup cache_warmup(clock_);
  const std::function<void()> warm = [&] {
    cache_warmup.run();
    relay_.warm();
  };
  while (!stop_) {
    processor_.store(::sched_getcpu(), std::memory_order_relaxed);
    const Waiter::Woken woken = waiter_.wait(relay_.next_event(), relay_.lookahead(), warm);
    relay_.turn(woken.ready, woken.all_reported);
    run_commands();
  }
}

ClockSample RelayThread::add(RelayLink& link) {
  ClockSample started{};
  std::exception_ptr failed;
  execute([&] {
    bool added = false;
    try {
      started = relay_.add(link);
      added = true;
      waiter_.add(link, Direction::kDownlink);
      waiter_.add(link, Direction::kUplink);
    } catch (...) {
      failed = std::current_exception();
      if (!added) return;
      waiter_.remove(link, Direction::kDownlink);
      relay_.remove(link);
    }
  });
  if (failed) std::rethrow_exception(failed);
  if (watch_) watch_->begin();
  cpu_latency_.begin();
  return started;
}

LinkSnapshot RelayThread::remove(RelayLink& link) {
  LinkSnapshot last;
  execute([&] {
    last = relay_.snapshot(link);
    waiter_.remove(link, Direction::kDownlink);
    waiter_.remove(link, Direction::kUplink);
    relay_.remove(link);
  });
  if (watch_) watch_->end();
  cpu_latency_.end();
  return last;
}

std::optional<Duration> RelayThread::reconfigure(RelayLink& link, HopConfig config,
                                                 const ChangeCondition& condition) {
  const std::unique_ptr<HopChange> change = link.prepare(std::move(config));
  std::optional<Duration> at;
  execute([&] { at = relay_.reconfigure(link, *change, condition); });
  return at;
}

LinkSnapshot RelayThread::snapshot(RelayLink& link) {
  LinkSnapshot now;
  execute([&] { now = relay_.snapshot(link); });
  return now;
}

}  // namespace seawind
