// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/running_attempts.h"

#include <memory>
#include <system_error>

#include "common/error.h"

namespace seawind {

RunningAttempts::RunningAttempts(CampaignClock& clock, const RunAttempt& run, std::stop_token wake)
    : clock_(clock),
      run_(run),
      wake_(std::move(wake)),
      on_wake_(wake_, [this] { changed_.notify_all(); }) {}

RunningAttempts::~RunningAttempts() {
  stop_all();
}

void RunningAttempts::start(int slot, const Job& job, int allowed, SlotAccess access) {
  Attempt& attempt = attempts_[slot];
  attempt.job = job;
  attempt.allowed_then = allowed;
  attempt.since = clock_.now();
  attempt.since_unix_ns = clock_.unix_ns();
  attempt.link = access.link_name;
  {
    const std::lock_guard lock(mutex_);
    setting_up_ = slot;
  }
  try {
    attempt.thread = clock_.start(
        [this, slot, job, access = std::move(access), token = attempt.stop.get_token()] {
          const auto begun = [this, once = std::make_shared<std::once_flag>()] {
            std::call_once(*once, [this] { end_set_up(); });
          };
          AttemptResult result = run_(job, slot, access, token, begun);
          begun();  // for an attempt that failed before it began
          const std::lock_guard lock(mutex_);
          finished_.emplace_back(slot, std::move(result));
          changed_.notify_all();
        });
  } catch (const std::system_error& refused) {
    attempts_.erase(slot);  // no thread to wait for
    end_set_up();
    throw system_error("start a thread for an attempt", refused.code().value());
  }
}

void RunningAttempts::end_set_up() {
  const std::lock_guard lock(mutex_);
  setting_up_.reset();
  changed_.notify_all();
}

std::optional<int> RunningAttempts::setting_up_slot() const {
  const std::lock_guard lock(mutex_);
  return setting_up_;
}

AttemptPhase RunningAttempts::phase(int slot) const {
  return setting_up_slot() == slot ? AttemptPhase::kSettingUp : AttemptPhase::kRunning;
}

void RunningAttempts::wait(std::chrono::milliseconds most) {
  std::unique_lock lock(mutex_);
  clock_.wait(lock, changed_, clock_.now() + most, [this, was = setting_up_] {
    return !finished_.empty() || wake_.stop_requested() || setting_up_ != was;
  });
}

std::optional<RunningAttempts::Finished> RunningAttempts::next_finished() {
  std::unique_lock lock(mutex_);
  if (finished_.empty()) return std::nullopt;
  auto [slot, result] = std::move(finished_.front());
  finished_.pop_front();
  lock.unlock();
  Finished finished{slot, std::move(attempts_.extract(slot).mapped()), std::move(result)};
  finished.attempt.thread.join();
  return finished;
}

std::vector<Job> RunningAttempts::stop_all() {
  std::vector<Job> jobs;
  for (auto& [slot, attempt] : attempts_) attempt.stop.request_stop();
  {
    std::unique_lock lock(mutex_);
    clock_.wait(lock, changed_, CampaignClock::Time::max(),
                [this] { return finished_.size() == attempts_.size(); });
  }
  for (auto& [slot, attempt] : attempts_) {
    attempt.thread.join();
    jobs.push_back(attempt.job);
  }
  attempts_.clear();
  const std::lock_guard lock(mutex_);
  finished_.clear();
  return jobs;
}

}  // namespace seawind
