// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>

#include "common/error.h"
#include "controller/campaign/scheduler.h"
#include "controller/campaign/storage_problem.h"

namespace seawind {

void CampaignScheduler::collect() {
  while (auto finished = attempts_.next_finished()) {
    watch_clock(&finished->attempt);
    judge_attempt(finished->slot, finished->attempt, finished->result);
    store();
  }
}

void CampaignScheduler::judge_attempt(int slot, const Attempt& attempt, AttemptResult& result) {
  using End = AttemptResult::End;
  auto& record = result.record;
  if (!attempt.lost.empty() && result.end != End::kFinished) {
    // The attempt was stopped because the test bed reported a loss. That reason is the most
    // specific one.
    if (result.end == End::kStopped) result.end = bed_lost_ ? End::kBedLost : End::kSlotLost;
    record.reason = attempt.lost;
  }
  if (result.end == End::kBedLost) lose_bed(record.reason);
  if (result.end == End::kSlotLost) lose_slot(slot, record.reason);
  // An aborted attempt has not cleaned its slot. A failed attempt may have failed because of its
  // slot: in a slot without its interfaces every attempt would fail.
  if (result.end == End::kStopped || result.dirty || record.verdict == Verdict::kFailed ||
      !attempt.lost.empty() || bed_.slots_single_use())
    drop_slot(slot);
  if (attempt.unneeded || result.end == End::kStopped) {
    hooks_.discard(attempt.job);
    if (!attempt.unneeded) queue_.push_front(attempt.job);
    return;
  }
  Job next = attempt.job;
  ++next.attempt;
  if (result.end == End::kFinished) {
    losses_in_a_row_ = 0;
    // A failed attempt may have ended early.
    if (record.verdict != Verdict::kFailed)
      time_.finished(attempt.job.case_index, seconds_since(attempt.since));
    judge_clock(attempt, record);
    judge_room(record, hooks_.check_room);
    if (record.cause == Cause::kNoRoom) {
      waiting_ = waiting_text(StorageProblem::kRoom, record.reason);
      retry_at_ = clock_.now() + options_.after_no_room;
    }
    if (result.overloaded)
      admission_.too_late(attempt.allowed_then);
    else if (result.lateness_p999 >= 0)
      admission_.measured(result.lateness_p999, attempts_.size() + 1);
  } else {
    record.verdict = Verdict::kFailed;
    record.cause = Cause::kTestBed;
    record.reason.insert(0, "test bed lost: ");
  }
  RepetitionState state = RepetitionState::kPending;
  if (record.verdict == Verdict::kValid)
    state = RepetitionState::kDone;
  else if ((result.program_failed && record.cause == Cause::kError) ||
           (counts_towards_limit(record.cause) && attempt.job.counted >= options_.attempts))
    state = RepetitionState::kFailed;
  next.counted += counts_towards_limit(record.cause);
  next.lost_to_machine += record.cause == Cause::kMachine;
  if (record.cause == Cause::kMachine && next.lost_to_machine >= options_.most_lost_to_machine) {
    state = RepetitionState::kFailed;
    record.reason += fmt::format(
        "; the repetition has failed, since {} attempts were lost to the machine: "
        "see `seawind doctor`",
        next.lost_to_machine);
  }
  unstored_.push_back({attempt.job, std::move(record), state, next});
}

void CampaignScheduler::watch_clock(Attempt* ended) {
  const std::string step = clock_watch_.update();
  if (step.empty()) return;
  const auto disturb = [&step](Attempt& attempt) {
    attempt.disturbed += (attempt.disturbed.empty() ? "" : "; ") + step;
  };
  for (auto& [slot, attempt] : attempts_.all()) disturb(attempt);
  if (ended != nullptr) disturb(*ended);
}

void CampaignScheduler::judge_clock(const Attempt& attempt, AttemptRecord& record) {
  if (attempt.disturbed.empty() || !counts_towards_limit(record.cause)) return;
  if (record.verdict == Verdict::kValid) record.verdict = Verdict::kInvalid;
  record.cause = Cause::kClock;
  record.reason =
      attempt.disturbed + (record.reason.empty() ? "" : "; ") + std::move(record.reason);
}

void CampaignScheduler::store() {
  if (result_ || stored() || clock_.now() < retry_store_at_) return;
  if (!store_all()) {
    retry_store_at_ = clock_.now() + options_.retry;
  } else if (clock_.now() >= retry_at_) {
    waiting_.clear();
  }
}

bool CampaignScheduler::store_all() {
  while (!stored()) {
    if (cases_to_check_.empty()) {
      Unstored& next = unstored_.front();
      if (!try_storage([&] { hooks_.commit(next.job, next.record, next.state); })) return false;
      const Unstored done = std::move(next);
      unstored_.pop_front();
      done_ += done.state == RepetitionState::kDone;
      failed_ += done.state == RepetitionState::kFailed;
      if (done.state == RepetitionState::kPending)
        queue_.push_back(done.next);
      else
        cases_to_check_.insert(done.job.case_index);
      report_progress(&done.record);
    }
    while (!cases_to_check_.empty()) {
      if (!try_storage([&] { drop_unneeded(*cases_to_check_.begin()); })) return false;
      cases_to_check_.erase(cases_to_check_.begin());
    }
  }
  return true;
}

void CampaignScheduler::discard_unstored() {
  if (unstored_.empty()) return;
  const auto result = result_;
  store_all();
  result_ = result;
  if (unstored_.empty() || !result_) return;
  for (const Unstored& lost : unstored_) hooks_.discard(lost.job);
  if (result_->end == CampaignEnd::kStorageFailed) return;
  result_->message += fmt::format("; {} attempts that had ended could not be stored ({})",
                                  unstored_.size(), waiting_);
}

void CampaignScheduler::drop_unneeded(int case_index) {
  if (!hooks_.first_unneeded) return;
  const std::optional<int> first = hooks_.first_unneeded(case_index);
  if (!first) return;
  const auto unneeded = [&](const Job& job) {
    return job.case_index == case_index && job.number >= *first;
  };
  std::erase_if(queue_, unneeded);
  std::erase_if(unstored_, [&](const Unstored& one) {
    if (!unneeded(one.job)) return false;
    hooks_.discard(one.job);
    return true;
  });
  for (auto& [slot, attempt] : attempts_.all()) {
    if (!unneeded(attempt.job)) continue;
    attempt.unneeded = true;
    attempt.stop.request_stop();
  }
}

bool CampaignScheduler::wait_for(const std::exception& error) {
  const StorageProblem problem = storage_problem_of(error);
  if (problem == StorageProblem::kNone) return false;
  waiting_ = waiting_text(problem, error.what());
  retry_at_ = std::max(retry_at_, clock_.now() + options_.retry);
  return true;
}

bool CampaignScheduler::try_storage(const std::function<void()>& action) {
  try {
    action();
    return true;
  } catch (const std::exception& error) {
    if (!wait_for(error)) result_ = {CampaignEnd::kStorageFailed, error.what()};
    return false;
  }
}

}  // namespace seawind
