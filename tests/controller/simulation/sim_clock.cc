// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/controller/simulation/sim_clock.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

namespace seawind::test {

void SimClock::run_next() {
  std::vector<std::list<Waiter*>::iterator> ready;
  for (auto it = waiting_.begin(); it != waiting_.end(); ++it)
    if ((*it)->until <= now_ || (*it)->done()) ready.push_back(it);
  if (ready.empty()) {
    const auto first =
        std::min_element(waiting_.begin(), waiting_.end(),
                         [](const Waiter* a, const Waiter* b) { return a->until < b->until; });
    if (first == waiting_.end() || (*first)->until == Time::max()) {
      std::fputs("simulation: every thread waits for ever\n", stderr);
      std::abort();
    }
    now_ = (*first)->until;
    ready.push_back(first);
  }
  const auto chosen = ready[random_() % ready.size()];
  Waiter& next = **chosen;
  waiting_.erase(chosen);
  next.runs = true;
  next.go.notify_one();
}

void SimClock::block(Waiter& self) {
  std::unique_lock lock(mutex_);
  waiting_.push_back(&self);
  run_next();
  self.go.wait(lock, [&self] { return self.runs; });
}

void SimClock::wait(std::unique_lock<std::mutex>& lock, std::condition_variable& /*changed*/,
                    Time until, const std::function<bool()>& done) {
  if (done()) return;
  Waiter self{.until = until, .done = done};
  lock.unlock();
  block(self);
  lock.lock();
}

void SimClock::sleep(std::chrono::nanoseconds length, const std::function<bool()>& done) {
  Waiter self{.until = now_ + length, .done = done};
  block(self);
}

std::thread SimClock::start(std::function<void()> body) {
  auto self = std::make_shared<Waiter>();
  self->until = now_;
  self->done = [] { return true; };
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(self.get());
  }
  return std::thread([this, self, body = std::move(body)] {
    {
      std::unique_lock lock(mutex_);
      self->go.wait(lock, [&self] { return self->runs; });
    }
    body();
    const std::lock_guard lock(mutex_);
    run_next();
  });
}

}  // namespace seawind::test
