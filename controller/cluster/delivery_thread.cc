// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/cluster/delivery_thread.h"

#include <algorithm>
#include <utility>

#include "common/print_error.h"
#include "common/printable.h"
#include "common/unix_time.h"
#include "controller/campaign/control.h"

namespace seawind::cluster {

DeliveryThread::DeliveryThread(Directory own, Directory campaign, TaskRun run, TaskState state,
                               Intervals intervals)
    : intervals_(intervals),
      campaign_(campaign.duplicate()),
      run_(run),
      delivery_(std::move(own), std::move(campaign), run),
      state_(std::move(state)),
      thread_([this] { loop(); }) {}

DeliveryThread::~DeliveryThread() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void DeliveryThread::set_state(TaskState state) {
  const std::lock_guard lock(mutex_);
  if (!finishing_) state_ = std::move(state);
}

ControlRequest DeliveryThread::control() const {
  const std::lock_guard lock(mutex_);
  return control_;
}

std::optional<int> DeliveryThread::first_unneeded(int case_index) const {
  const std::lock_guard lock(mutex_);
  const auto found = unneeded_.find(case_index);
  if (found == unneeded_.end()) return {};
  return found->second;
}

std::string DeliveryThread::problem() const {
  const std::lock_guard lock(mutex_);
  return problem_;
}

bool DeliveryThread::finish(TaskState last, std::chrono::seconds patience) {
  std::unique_lock lock(mutex_);
  state_ = std::move(last);
  finishing_ = true;
  changed_.notify_all();
  return changed_.wait_for(lock, patience, [this] { return finished_; });
}

void DeliveryThread::read_requests() {
  ControlRequest before{};
  {
    const std::lock_guard lock(mutex_);
    before = control_;
  }
  const ControlRequest request = read_control(campaign_, before);
  Unneeded unneeded = read_unneeded(campaign_);
  const std::lock_guard lock(mutex_);
  control_ = request;
  unneeded_ = std::move(unneeded);
}

/// Delivers if it is `due`, and writes the state. Returns whether everything arrived.
bool DeliveryThread::deliver(bool due) {
  TaskState state;
  {
    const std::lock_guard lock(mutex_);
    state = state_;
  }
  std::string problem;
  const auto attempt = [&problem](const auto& action) {
    try {
      action();
    } catch (const std::exception& error) {
      problem = error.what();
    }
  };
  if (due) attempt([&] { delivery_.deliver(); });
  if (!problem.empty()) {
    state.problem = "cannot deliver: " + problem;
    if (ends_run(state.phase)) state.phase = TaskPhase::kRunning;  // not before all is delivered
  }
  // Last: a reader of the final state finds all that the task has done.
  state.updated_unix_ns = unix_now();
  attempt([&] { write_state(submission_folder(campaign_, run_.id.submission), run_, state); });
  const std::lock_guard lock(mutex_);
  if (!problem.empty() && problem_ != problem)
    print_error("seawind: cannot deliver: {}; trying again\n", printable(problem));
  problem_ = problem;
  return problem.empty();
}

void DeliveryThread::loop() {
  using Clock = std::chrono::steady_clock;
  Clock::time_point next_state{};
  std::chrono::milliseconds interval = intervals_.deliver;
  Clock::time_point next_delivery = Clock::now() + interval;
  std::unique_lock lock(mutex_);
  while (!ends_ && !finished_) {
    const bool last = finishing_;
    lock.unlock();
    read_requests();
    bool arrived = false;
    const bool due = last || Clock::now() >= next_delivery;
    if (due || Clock::now() >= next_state) {
      arrived = deliver(due);
      next_state = Clock::now() + intervals_.state;
      if (due) next_delivery = Clock::now() + interval;
      if (due) interval = std::min(interval * 3 / 2, intervals_.deliver_most);
    }
    lock.lock();
    finished_ = last && arrived;
    if (finished_) break;
    changed_.wait_for(lock, intervals_.look, [&] { return ends_ || (finishing_ && !last); });
  }
  changed_.notify_all();
}

}  // namespace seawind::cluster
