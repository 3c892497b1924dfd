// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/rate_control.h"

#include <algorithm>
#include <cassert>
#include <type_traits>
#include <utility>

#include "emulator/link/delivery_trace_rate.h"
#include "emulator/link/rate_by_state.h"
#include "emulator/link/rate_schedule.h"

namespace seawind {
namespace {

bool same_source(const RateSource& a, const RateSource& b) {
  if (a.index() != b.index()) return false;
  return std::visit(
      [&b]<typename T>(const T& source) {
        if constexpr (std::is_same_v<T, std::monostate>) {
          return true;
        } else {
          return same_content(source, std::get<T>(b));
        }
      },
      a);
}

}  // namespace

std::optional<std::int64_t> rate_at_start(const RateSource& source) {
  if (const auto* schedule = std::get_if<std::shared_ptr<const RateSchedule>>(&source)) {
    const auto& steps = (*schedule)->steps;
    if (steps.front().rate > 0) return steps.front().rate;
    return std::ranges::max_element(steps, {}, &RateSchedule::Step::rate)->rate;
  }
  if (const auto* trace = std::get_if<std::shared_ptr<const DeliveryTrace>>(&source))
    return mean_rate(**trace);
  return {};
}

RateControl::RateControl(std::shared_ptr<const DirectionConfig> config, const RateContext& context)
    : config_(std::move(config)), context_(context) {
  make(true);
}

RateControl::~RateControl() = default;

void RateControl::make(bool first) {
  by_state_ = nullptr;
  if (const auto* schedule =
          std::get_if<std::shared_ptr<const RateSchedule>>(&config_->rate_source)) {
    model_ = std::make_unique<ScheduledRate>(*schedule, context_);
  } else if (const auto* trace =
                 std::get_if<std::shared_ptr<const DeliveryTrace>>(&config_->rate_source)) {
    model_ = std::make_unique<DeliveryTraceRate>(*trace, context_);
  } else {
    auto by_state = std::make_unique<RateByState>(config_, context_, first);
    by_state_ = by_state.get();
    model_ = std::move(by_state);
  }
  assert(by_state_ != nullptr || config_->background.users == 0);
}

bool RateControl::reconfigure(std::shared_ptr<const DirectionConfig> config) {
  std::erase_if(retired_, [](const auto& model) { return model->idle(); });
  const bool same = same_source(config_->rate_source, config->rate_source);
  const bool traced =
      std::holds_alternative<std::shared_ptr<const DeliveryTrace>>(config_->rate_source);
  config_ = std::move(config);
  if (same) {
    if (by_state_ != nullptr) by_state_->reconfigure(config_);
    return false;
  }
  model_->retire();
  retired_.push_back(std::move(model_));
  make(false);
  context_.scheduler.at(context_.scheduler.now(), [this] { context_.progress.make_progress(); });
  return traced;
}

}  // namespace seawind
