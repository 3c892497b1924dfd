// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/waiter.h"

#include <sys/eventfd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>

#include "common/clock_ns.h"
#include "common/error.h"
#include "common/scheduler_slice.h"
#include "emulator/daemon/wait_plan.h"

namespace seawind {
namespace {

// Window of the token buckets. One spin takes at most the share max_spin_fraction of it.
constexpr Duration kWindow = Duration::milliseconds(1);
// Spinning stops before the thread leaves less than a quarter of the processor to other programs.
// Otherwise the kernel would throttle the thread for milliseconds at real-time priority. Processor
// time counts in full, including the cost of sleeping and waking.
constexpr double kBusyFraction = 0.75;
// Idle time after which a halted processor's caches are considered cold.
constexpr Duration kCold = Duration::milliseconds(1);
constexpr Duration kStall = Duration::milliseconds(5);
constexpr timespec kNow{0, 0};
constexpr std::int64_t kCoarseWait = 2'000'000;  // ns
// The longest sleep that frames do not end. The smallest receive buffer holds the frames that can
// arrive in this time.
constexpr Duration kFramesCanWait = Duration::microseconds(125);
// The interval at which the thread's processor time is read, which is a system call.
constexpr Duration kChargeEvery = Duration::microseconds(200);
// With more ports, one system call for all costs less than a check of each.
constexpr std::size_t kMaxCheckedPorts = 32;
// A check of the ports takes longer than this; nearer to the event it is omitted.
constexpr Duration kPortCheck = Duration::microseconds(2);

// The tag of a ready port in an epoll event: the link's address with the direction in the lowest
// bit; 0 is wake().
std::uint64_t tag(RelayLink& link, Direction direction) {
  static_assert(alignof(RelayLink) >= 2);
  return reinterpret_cast<std::uintptr_t>(&link) | static_cast<std::uintptr_t>(direction);
}

Duration thread_time() {
  return Duration::nanoseconds(clock_ns(CLOCK_THREAD_CPUTIME_ID));
}

}  // namespace

Waiter::Waiter(Clock& clock, const WaitOptions& options)
    : clock_(clock),
      lead_(options.spin_before),
      spin_budget_(options.max_spin_fraction, kWindow),
      busy_budget_(kBusyFraction, kWindow),
      last_(clock.monotonic()),
      charged_(last_),
      epoll_(::epoll_create1(EPOLL_CLOEXEC)),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (!epoll_ || !wake_) throw system_error("prepare waiting for frames");
  epoll_event event{};
  event.events = EPOLLIN;
  if (::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, wake_.get(), &event) < 0) {
    throw system_error("prepare waiting for frames");
  }
}

void Waiter::add(RelayLink& link, Direction direction) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = tag(link, direction);
  ports_.push_back(&link.entry_port(direction));
  if (::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, link.entry_port(direction).fd(), &event) < 0) {
    ports_.pop_back();
    throw system_error("wait for frames of a port");
  }
}

void Waiter::remove(RelayLink& link, Direction direction) {
  ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, link.entry_port(direction).fd(), nullptr);
  std::erase(ports_, &link.entry_port(direction));
}

void Waiter::wake() {
  const std::uint64_t one = 1;
  while (::write(wake_.get(), &one, sizeof one) < 0 && errno == EINTR) {
  }
}

int Waiter::poll(const timespec* time_out) {
  const int count = ::epoll_pwait2(epoll_.get(), events_.data(), static_cast<int>(events_.size()),
                                   time_out, nullptr);
  return std::max(count, 0);  // EINTR: the wait is planned again
}

bool Waiter::may_have_frames() const {
  return ports_.size() > kMaxCheckedPorts ||
         std::ranges::any_of(ports_, [](const Port* port) { return port->may_have_frames(); });
}

void Waiter::note_gap(Time due, Time now) {
  if (now - due > kStall) stalls_.fetch_add(1, std::memory_order_relaxed);
  if (now - due >= Pauses::kShortest) pauses_.ran(due, due, now);
}

/// A turn does not wait, and only the pause watch runs above it: the part that exceeds the thread's
/// processor time was an interruption. Some kernels leave their interrupts out of that time; a turn
/// has less than kCounted of them.
void Waiter::note_turn(Time now) {
  if (now - last_ < Pauses::kCounted) return;
  const Duration ran = thread_time() - used_;
  if (now - last_ - ran >= Pauses::kCounted) pauses_.ran(last_, last_ + ran, now);
}

int Waiter::sleep(Time until) {
  if (until == Time::max()) return poll(nullptr);
  std::int64_t ns = std::max<std::int64_t>((until - last_).ns(), 0);
  if (ns > kCoarseWait) ns = early_time_out(ns);  // not needed with real-time priority
  const timespec time_out{ns / 1'000'000'000, ns % 1'000'000'000};
  const int count = poll(&time_out);
  note_gap(std::max(until, last_), clock_.monotonic());
  return count;
}

int Waiter::spin(Time until, Time now) {
  while (now < until) {
    if (until - now > kPortCheck && may_have_frames()) {
      if (const int count = poll(&kNow); count > 0) {
        note_gap(now, clock_.monotonic());
        return count;
      }
    } else {
#ifdef __x86_64__
      __builtin_ia32_pause();
#endif
    }
    const Time before = now;
    now = clock_.monotonic();
    note_gap(before, now);
  }
  return 0;
}

int Waiter::sleep_through(Time until) {
  const timespec when{until.ns() / 1'000'000'000, until.ns() % 1'000'000'000};
  ::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &when, nullptr);
  note_gap(until, clock_.monotonic());
  return poll(&kNow);
}

/// Sets the present instant. Charges the processor time used, at most once in kChargeEvery.
void Waiter::account(Time now) {
  last_ = now;
  if (now - charged_ < kChargeEvery) return;
  const Duration used = thread_time();
  busy_budget_.spend(used - used_, now);
  used_ = used;
  charged_ = now;
}

Waiter::Woken Waiter::wait(Time next, Duration lookahead, const std::function<void()>& warm) {
  const Time turned = clock_.monotonic();
  note_turn(turned);
  account(turned);  // charges the turn's work
  int count = 0;
  const Time began = last_;
  const Duration ahead = next - began;
  const bool frames_can_wait = ahead <= std::min(lookahead, kFramesCanWait);
  while (count == 0) {
    const WaitBudgets budgets{spin_budget_.available(last_), busy_budget_.available(last_)};
    const WaitPlan plan = plan_wait(last_, next, lead_.before(ahead), budgets);
    if (plan.kind == WaitPlan::Kind::kNone) break;
    const Time before = last_;
    if (plan.kind == WaitPlan::Kind::kRest) {
      count = sleep_through(plan.until);
      account(clock_.monotonic());
    } else if (plan.kind == WaitPlan::Kind::kSleep) {
      count = frames_can_wait ? sleep_through(plan.until) : sleep(plan.until);
      account(clock_.monotonic());
      if (!frames_can_wait && (count > 0 || last_ < plan.until)) continue;
      if (last_ - began > kCold && last_ < next) {
        warm();
        account(clock_.monotonic());
      }
      lead_.woke(ahead, last_ - plan.until);
    } else {
      count = spin(plan.until, last_);
      account(clock_.monotonic());
      spin_budget_.spend(last_ - before, last_);
      // The event takes precedence: the ports were checked a moment ago.
      if (count == 0 && last_ >= next) return {{}, false};
    }
  }
  if (count == 0) count = poll(&kNow);
  return woken(count);
}

Waiter::Woken Waiter::woken(int events) {
  std::size_t ports = 0;
  for (int i = 0; i < events; ++i) {
    const std::uint64_t data = events_[static_cast<std::size_t>(i)].data.u64;
    if (data == 0) {
      std::uint64_t count;
      [[maybe_unused]] const ssize_t ignored = ::read(wake_.get(), &count, sizeof count);
      continue;
    }
    ready_[ports++] = {reinterpret_cast<RelayLink*>(data & ~std::uint64_t{1}),
                       static_cast<Direction>(data & 1)};
  }
  return {std::span(ready_).first(ports), static_cast<std::size_t>(events) < events_.size()};
}

}  // namespace seawind
