// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/pause_watch.h"

#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>

#include <cerrno>
#include <ctime>
#include <future>
#include <system_error>
#include <utility>

#include "common/clock_ns.h"

namespace seawind {
namespace {

Time monotonic() {
  return Time::from_ns(clock_ns(CLOCK_MONOTONIC));
}

void sleep_until(Time when) {
  const timespec until{when.ns() / 1'000'000'000, when.ns() % 1'000'000'000};
  while (::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) == EINTR) {
  }
}

/// Returns the reason of a refusal.
std::string set_priority(int priority) {
  sched_param parameters{};
  parameters.sched_priority = priority;
  if (::sched_setscheduler(0, SCHED_FIFO, &parameters) == 0) return {};
  return "SCHED_FIFO " + std::to_string(priority) + ": " + std::generic_category().message(errno);
}

}  // namespace

PauseWatch::PauseWatch(int priority, std::function<int()> processor)
    : processor_(std::move(processor)) {
  std::promise<std::string> ready;
  thread_ = std::thread([&] {
    ::pthread_setname_np(::pthread_self(), "pauses");
    ::prctl(PR_SET_TIMERSLACK, 1UL);
    const std::string refused = set_priority(priority);
    ready.set_value(refused);
    if (refused.empty()) loop();
  });
  refused_ = ready.get_future().get();
}

PauseWatch::~PauseWatch() {
  stop_ = true;
  begin();
  thread_.join();
}

void PauseWatch::begin() {
  if (users_.fetch_add(1) == 0) users_.notify_one();
}

void PauseWatch::end() {
  users_.fetch_sub(1);
}

void PauseWatch::follow() {
  const int processor = processor_();
  if (processor < 0 || processor == pinned_) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<std::size_t>(processor), &set);
  // Fails if the processor was switched off meanwhile; the next period tries again.
  if (::sched_setaffinity(0, sizeof set, &set) == 0) pinned_ = processor;
}

void PauseWatch::loop() {
  Time close_until;
  while (!stop_) {
    if (users_ == 0) {
      pauses_.sleeps({}, Time::max());
      users_.wait(0);
      continue;
    }
    follow();
    const Time last = monotonic();
    const Time due = last + (last < close_until ? kClosePeriod : kPeriod);
    pauses_.sleeps(last, due);
    sleep_until(due);
    const Time now = monotonic();
    pauses_.ran(last, due, now);
    if (now - due >= Pauses::kCounted) close_until = now + kClose;
  }
}

}  // namespace seawind
