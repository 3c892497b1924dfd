// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/rate_by_state.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "emulator/link/transmission_time.h"

namespace seawind {

RateByState::RateByState(std::shared_ptr<const DirectionConfig> config, const RateContext& context,
                         bool first)
    : config_(std::move(config)),
      context_(context),
      first_(first),
      rates_(context.seed, stream_name(context.emit.direction(), "rate")),
      available_(context.seed, stream_name(context.emit.direction(), "available_rate")),
      intervals_(context.seed, stream_name(context.emit.direction(), "rate_change_interval")),
      timed_rates_(context.seed, stream_name(context.emit.direction(), "rate/timer")),
      timed_available_(context.seed, stream_name(context.emit.direction(), "available_rate/timer")),
      background_(
          config_->background, config_->send_buffer, context.seed, context.emit.direction(),
          context.scheduler,
          [this] {
            if (base_ * channels_ > 0) wake();
          },
          context.background_sent) {
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

// Whether the rate is always rate_base x user_max_rate of the configuration, so that it needs no
// event.
bool RateByState::constant() const {
  const StateParameters& only = config_->states.front();
  return first_ && config_->states.size() == 1 && std::holds_alternative<FixedValue>(only.rate) &&
         !only.available_rate;
}

void RateByState::draw(double rate, double available) {
  const StateParameters& now = state();
  drawn_rate_ = {rate, rate_positions_.take(now.rate)};
  drawn_available_ = {available, available_positions_.take(now.available_rate.value_or(0))};
}

void RateByState::begin_state() {
  const std::uint64_t dwell = context_.channel.dwell();
  draw(rates_.at(dwell), available_.at(dwell));
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
  const double rate = timed_rates_.uniform();
  draw(rate, timed_available_.uniform());
  start_timer();
  update();
  if (start_refused_ && !reported_blocked_) wake();
}

// Applies the current state's distributions to the drawn uniforms and emits what has changed.
void RateByState::update() {
  const StateParameters& now = state();
  base_ = count_at(now.rate, drawn_rate_.u, drawn_rate_.n);
  channels_ = now.user_max_rate;
  if (now.available_rate) {
    channels_ =
        std::min(channels_, count_at(*now.available_rate, drawn_available_.u, drawn_available_.n));
  }
  background_.set_channels(now.user_max_rate, base_);
  const std::int64_t rate = base_ * channels_;
  if (reported_rate_ ? rate != *reported_rate_ : !constant()) {
    context_.emit(EventKind::kRateChange, 0, 0, rate);
  }
  reported_rate_ = rate;
  if (reported_blocked_ != (rate == 0)) {
    reported_blocked_ = rate == 0;
    context_.emit.blocked(reported_blocked_, BlockReason::kNoRate);
  }
}

Time RateByState::earliest_start(Time now, Time arrived) {
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
  background_.occupy(channels, end);
  return end;
}

std::int64_t RateByState::rate() {
  context_.channel.current();
  return base_ * channels_;
}

void RateByState::retire() {
  if (reported_blocked_) context_.emit.blocked(false, BlockReason::kNoRate);
  retired_ = true;
  ++timer_;
  background_.retire();
  context_.channel.remove(*this);
}

void RateByState::reconfigure(std::shared_ptr<const DirectionConfig> config) {
  const StateParameters before = state();
  config_ = std::move(config);
  background_.reconfigure(config_->background, config_->send_buffer);
  // The uniforms stay.
  const StateParameters& now = state();
  if (now.rate != before.rate) drawn_rate_.n = rate_positions_.take(now.rate);
  if (now.available_rate != before.available_rate)
    drawn_available_.n = available_positions_.take(now.available_rate.value_or(0));
  if (now.rate_change_interval != before.rate_change_interval) start_timer();
  update();
  wake_later();
}

// May be called from inside a call of ChannelProcess::current().
void RateByState::dwell_began() {
  begin_state();
  wake_later();
}

void RateByState::wake_later() {
  if (!start_refused_ || reported_blocked_) return;
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

}  // namespace seawind
