// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/rate_by_state.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "emulator/link/transmission_time.h"

namespace seawind {

RateByState::RateByState(std::shared_ptr<const DirectionConfig> config, const RateContext& context)
    : config_(std::move(config)),
      context_(context),
      rates_(context.seed, stream_name(context.direction, "rate")),
      available_(context.seed, stream_name(context.direction, "available_rate")),
      intervals_(context.seed, stream_name(context.direction, "rate_change_interval")),
      timed_rates_(context.seed, stream_name(context.direction, "rate/timer")),
      timed_available_(context.seed, stream_name(context.direction, "available_rate/timer")),
      background_(config_->background, config_->send_buffer, context.seed, context.direction,
                  context.scheduler, *this, context.background) {
  context_.channel.add(*this);
  begin_state();
}

RateByState::~RateByState() {
  if (!retired_) context_.channel.remove(*this);
}

const StateParameters& RateByState::state() {
  const std::size_t current = context_.channel.current();
  return config_->states.size() == 1 ? config_->states.front() : config_->states[current];
}

// Whether the rate is random rather than a fixed value of the configuration.
bool RateByState::drawn() const {
  const auto fixed = [](const ValueConfig& law) { return std::holds_alternative<FixedValue>(law); };
  return std::any_of(config_->states.begin(), config_->states.end(), [&](const auto& s) {
    return !fixed(s.rate) || (s.available_rate && !fixed(*s.available_rate));
  });
}

void RateByState::begin_state() {
  const std::uint64_t dwell = context_.channel.dwell();
  rate_place_ = {rates_.at(dwell), dwell};
  available_place_ = {available_.at(dwell), dwell};
  start_timer();
  update();
}

void RateByState::start_timer() {
  ++timer_;
  const auto& interval = state().rate_change_interval;
  if (!interval) return;
  const Duration wait = std::max(intervals_.duration(*interval), Duration::nanoseconds(1));
  ++pending_;
  context_.scheduler.at(context_.scheduler.now() + wait, [this, timer = timer_] {
    --pending_;
    if (timer == timer_) redraw();
  });
}

void RateByState::redraw() {
  rate_place_ = {timed_rates_.uniform(), redraws_};
  available_place_ = {timed_available_.uniform(), redraws_};
  ++redraws_;
  start_timer();
  update();
  if (start_refused_ && !told_blocked_) wake();
}

// Applies the current state's laws at the drawn positions and emits what has changed.
void RateByState::update() {
  const StateParameters& now = state();
  base_ = count_at(now.rate, rate_place_.u, rate_place_.n);
  channels_ = now.user_max_rate;
  if (now.available_rate) {
    channels_ =
        std::min(channels_, count_at(*now.available_rate, available_place_.u, available_place_.n));
  }
  background_.set_channels(now.user_max_rate, base_);
  const std::int64_t rate = base_ * channels_;
  if (last_reported_ ? rate != *last_reported_ : drawn()) emit(EventKind::kRateChange, rate, 0);
  last_reported_ = rate;
  if (told_blocked_ != (rate == 0)) {
    told_blocked_ = rate == 0;
    emit(told_blocked_ ? EventKind::kBlocked : EventKind::kUnblocked, 0,
         static_cast<std::uint8_t>(BlockReason::kNoRate));
  }
}

Time RateByState::may_start(Time now, Time arrived) {
  context_.channel.current();  // processes a state change that is due at this instant
  start_refused_ = base_ * channels_ == 0 || background_.free_channels(arrived) == 0;
  return start_refused_ ? Time::max() : now;
}

Time RateByState::end_of(Time start, std::int64_t bytes, Time arrived) {
  context_.channel.current();
  const std::int64_t channels =
      background_.none() ? channels_ : std::min(channels_, background_.free_channels(arrived));
  assert(base_ > 0 && channels > 0);
  const Time end = start + transmission_time(static_cast<std::uint32_t>(bytes), base_ * channels);
  background_.take(channels, end);
  return end;
}

std::int64_t RateByState::rate() {
  context_.channel.current();
  return base_ * channels_;
}

void RateByState::retire() {
  if (told_blocked_) {
    emit(EventKind::kUnblocked, 0, static_cast<std::uint8_t>(BlockReason::kNoRate));
  }
  retired_ = true;
  ++timer_;
  background_.retire();
  context_.channel.remove(*this);
}

void RateByState::reconfigure(std::shared_ptr<const DirectionConfig> config) {
  const auto interval = state().rate_change_interval;
  config_ = std::move(config);
  background_.reconfigure(config_->background, config_->send_buffer);
  if (state().rate_change_interval != interval) start_timer();
  update();
  wake_later();
}

// May be called from inside a call of ChannelProcess::current().
void RateByState::dwell_began() {
  begin_state();
  wake_later();
}

void RateByState::wake_later() {
  if (!start_refused_ || told_blocked_) return;
  ++pending_;
  context_.scheduler.at(context_.scheduler.now(), [this] {
    --pending_;
    if (!retired_) wake();
  });
}

void RateByState::wake() {
  start_refused_ = false;
  context_.progress.make_progress();
}

void RateByState::channel_free() {
  if (base_ * channels_ > 0) wake();
}

void RateByState::emit(EventKind kind, std::int64_t value, std::uint8_t code) {
  context_.observer.on_event({.time = context_.scheduler.now(),
                              .kind = kind,
                              .direction = context_.direction,
                              .code = code,
                              .value = value},
                             nullptr);
}

}  // namespace seawind
