// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/scheduler.h"

#include <cmath>

#include "common/error.h"
#include "controller/campaign/run_campaign.h"

namespace seawind {

SchedulerResult CampaignScheduler::run() {
  while (!result_ && !over()) {
    apply_request();
    if (state_ == RunState::kStopping) break;
    watch_clock();
    collect();
    store();
    check_losses();
    if (state_ == RunState::kRunning) start_attempts();
    if (state_ == RunState::kFinishing && attempts_.empty() && stored() && !queue_.empty() &&
        !result_)
      result_ = {CampaignEnd::kStopped, "interrupted"};
    adapt_to_lateness();
    report_progress(nullptr);
    wait();
  }
  for (const Job& job : attempts_.stop_all()) hooks_.discard(job);
  discard_unstored();
  return result_.value_or(SchedulerResult{});
}

void CampaignScheduler::apply_request() {
  ControlRequest request = ControlRequest::kRun;
  if (hooks_.control) request = hooks_.control();
  if (stop_.stop_requested()) request = ControlRequest::kStop;
  state_ = state_of(request);
  // Nothing is tried while no attempt may begin, so it is unknown whether the storage problem
  // persists.
  if (state_ != RunState::kRunning && stored()) waiting_.clear();
  if (state_ != RunState::kStopping) return;
  result_ = {CampaignEnd::kStopped, "interrupted"};
  report_progress(nullptr);
}

void CampaignScheduler::start_attempts() {
  if (waits() && clock_.now() < retry_at_) return;
  if (bed_lost_ && attempts_.empty()) restart();
  if (!bed_lost_ && !result_) admit();
}

void CampaignScheduler::wait() {
  // Running without an attempt and without waiting means that the test bed is being rebuilt.
  if (attempts_.empty() && !waits() && (state_ == RunState::kRunning || queue_.empty())) return;
  if (result_) return;
  attempts_.wait(options_.tick);
}

std::optional<int> CampaignScheduler::free_slot() const {
  for (int slot = 0; slot < admission_.allowed(); ++slot)
    if (!attempts_.all().contains(slot)) return slot;
  return std::nullopt;
}

void CampaignScheduler::admit() {
  while (!queue_.empty() && attempts_.size() < admission_.allowed() && !attempts_.setting_up()) {
    if (stop_.stop_requested()) return;
    const auto slot = free_slot();
    if (!slot) return;
    if (!stored() || !try_storage([this] { hooks_.check_room(); })) return;
    waiting_.clear();
    try {
      if (!slots_made_.contains(*slot)) bed_.make_slot(*slot);
      slots_made_.insert(*slot);
    } catch (const Error& error) {
      if (!wait_for(error)) lose_bed(error.what());
      return;
    }
    attempts_.start(*slot, queue_.front(), admission_.allowed(), bed_.access(*slot));
    queue_.pop_front();
  }
}

void CampaignScheduler::adapt_to_lateness() {
  if (attempts_.empty()) lateness_ = -1;
  if (attempts_.empty() || bed_lost_ || clock_.now() < next_lateness_) return;
  next_lateness_ = clock_.now() + options_.lateness_interval;
  const RelayTiming timing = bed_.relay_timing();
  lateness_ = timing.lateness_p999;
  if (lateness_ >= 0) admission_.measured(lateness_, attempts_.size());
  if (machine_judged_ || !timing.pauses || !options_.machine_problem) return;
  if (timing.pauses->watched < Duration::seconds(options_.judge_machine.count())) return;
  machine_judged_ = true;
  machine_problem_ = options_.machine_problem(*timing.pauses);
}

std::vector<LiveSlot> CampaignScheduler::slots() const {
  std::vector<LiveSlot> all;
  for (const auto& [slot, attempt] : attempts_.all()) {
    const double expected_s = time_.expected(attempt.job.case_index);
    all.push_back({.slot = slot,
                   .case_index = attempt.job.case_index,
                   .repetition = attempt.job.number,
                   .attempt = attempt.job.attempt,
                   .phase = attempts_.phase(slot),
                   .since_unix_ns = attempt.since_unix_ns,
                   .expected_end_unix_ns =
                       expected_s < 0 ? 0 : attempt.since_unix_ns + std::llround(expected_s * 1e9),
                   .link = attempt.link});
  }
  return all;
}

double CampaignScheduler::remaining() const {
  std::map<int, int> pending;
  if (state_ == RunState::kRunning || state_ == RunState::kPaused)
    for (const Job& job : queue_) ++pending[job.case_index];
  std::vector<RemainingTime::Running> running;
  for (const auto& [slot, attempt] : attempts_.all())
    running.push_back({attempt.job.case_index, seconds_since(attempt.since)});
  return time_.remaining(pending, running, admission_.allowed());
}

void CampaignScheduler::report_progress(const AttemptRecord* attempt) {
  hooks_.report({.state = state_,
                 .waiting = waiting_,
                 .machine_problem = machine_problem_,
                 .allowed = admission_.allowed(),
                 .queued = static_cast<int>(queue_.size() + unstored_.size()),
                 .done = done_,
                 .failed = failed_,
                 .elapsed_s = seconds_since(begun_),
                 .remaining_s = remaining(),
                 .lateness_p999_ns = lateness_,
                 .running_slots = slots()},
                attempt);
}

SchedulerResult run_campaign(TestBed& bed, std::vector<Job> pending, Admission admission,
                             const SchedulerOptions& options, const SchedulerHooks& hooks,
                             std::stop_token stop) {
  return CampaignScheduler(bed, std::move(pending), admission, options, hooks, std::move(stop))
      .run();
}

}  // namespace seawind
