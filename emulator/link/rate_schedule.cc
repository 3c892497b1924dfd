// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/rate_schedule.h"

#include <cassert>

#include "emulator/link/transmission_time.h"

namespace seawind {

ScheduledRate::ScheduledRate(std::shared_ptr<const RateSchedule> schedule,
                             const RateContext& context)
    : schedule_(std::move(schedule)), context_(context) {
  assert(!schedule_->steps.empty() && schedule_->steps.front().at == Duration());
  assert(schedule_->period == Duration() || schedule_->period > schedule_->steps.back().at);
  rate_ = schedule_->steps.front().rate;
  context_.emit(EventKind::kRateChange, 0, 0, rate_);
  if (rate_ == 0) context_.emit.blocked(true, BlockReason::kNoRate);
  if (!schedule_->from_first_packet) begin(context_.scheduler.now());
}

void ScheduledRate::begin(Time now) {
  begun_ = true;
  cycle_ = now;
  plan();
}

// Sets next_ to the time of the step after the current one and schedules an event for it.
void ScheduledRate::plan() {
  const auto& steps = schedule_->steps;
  if (step_ + 1 < steps.size()) {
    next_ = cycle_ + steps[step_ + 1].at;
  } else {
    next_ = schedule_->period == Duration() ? Time::max() : cycle_ + schedule_->period;
  }
  if (next_ == Time::max()) return;
  ++pending_;
  context_.scheduler.at(next_, [this] {
    --pending_;
    if (retired_) return;
    advance();
    if (start_refused_ && rate_ > 0) {
      start_refused_ = false;
      context_.progress.make_progress();
    }
  });
}

// Every step has an event at its own instant, so at most one step is due.
void ScheduledRate::advance() {
  if (context_.scheduler.now() < next_) return;
  if (step_ + 1 < schedule_->steps.size()) {
    ++step_;
  } else {
    step_ = 0;
    cycle_ = next_;
  }
  plan();
  change_to(schedule_->steps[step_].rate);
}

void ScheduledRate::change_to(std::int64_t rate) {
  if (rate == rate_) return;
  const bool was_zero = rate_ == 0;
  rate_ = rate;
  context_.emit(EventKind::kRateChange, 0, 0, rate);
  if (was_zero != (rate == 0)) context_.emit.blocked(!was_zero, BlockReason::kNoRate);
}

Time ScheduledRate::earliest_start(Time now, Time) {
  if (!begun_) begin(now);
  advance();
  if (rate_ > 0) return now;
  start_refused_ = true;
  return next_positive();
}

Time ScheduledRate::next_positive() const {
  const auto& steps = schedule_->steps;
  for (std::size_t i = step_ + 1; i < steps.size(); ++i) {
    if (steps[i].rate > 0) return cycle_ + steps[i].at;
  }
  if (schedule_->period == Duration()) return Time::max();
  for (std::size_t i = 0; i <= step_; ++i) {
    if (steps[i].rate > 0) return cycle_ + schedule_->period + steps[i].at;
  }
  return Time::max();
}

Time ScheduledRate::end_of(Time start, std::int64_t bytes, Time) {
  advance();
  assert(begun_ && rate_ > 0);
  return start + transmission_time(static_cast<std::uint32_t>(bytes), rate_);
}

std::int64_t ScheduledRate::rate() {
  advance();
  return rate_;
}

void ScheduledRate::retire() {
  if (rate_ == 0) context_.emit.blocked(false, BlockReason::kNoRate);
  retired_ = true;
  next_ = Time::max();
}

}  // namespace seawind
