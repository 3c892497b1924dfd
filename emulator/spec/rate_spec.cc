// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules, traces and background load.
#include "emulator/api/values.h"
#include "emulator/spec/parts.h"

namespace seawind::spec {

RateSource rate_source(const LinkDirection& direction) {
  if (direction.has_rate_schedule()) {
    const RateScheduleSpec& from = direction.rate_schedule();
    auto out = std::make_shared<RateSchedule>();
    for (const RateStepSpec& step : from.steps()) {
      out->steps.push_back({Duration::nanoseconds(step.at()), step.rate()});
    }
    out->period = Duration::nanoseconds(from.period());
    out->from_first_packet = from.from_first_packet();
    return std::shared_ptr<const RateSchedule>(std::move(out));
  }
  if (direction.has_delivery_trace()) {
    const DeliveryTraceSpec& from = direction.delivery_trace();
    auto out = std::make_shared<DeliveryTrace>();
    out->at_ms.assign(from.at_ms().begin(), from.at_ms().end());
    if (from.has_opportunity_bytes()) out->opportunity_bytes = from.opportunity_bytes();
    return std::shared_ptr<const DeliveryTrace>(std::move(out));
  }
  return std::monostate{};
}

BackgroundLoad background_load(const LinkDirection& direction) {
  BackgroundLoad out;
  if (!direction.has_background_load()) return out;
  out.users = direction.background_load();
  // The enumerations of message and configuration have the same order.
  out.type = static_cast<BackgroundLoad::Type>(direction.bgl_load_type());
  out.average_rate = direction.bgl_average_rate();
  if (direction.has_bgl_max_users_per_channel()) {
    out.max_users_per_channel = direction.bgl_max_users_per_channel();
  }
  if (direction.has_bgl_user_priority()) {
    out.priority = static_cast<BackgroundLoad::Priority>(direction.bgl_user_priority());
  }
  out.output = static_cast<BackgroundLoad::Output>(direction.bgl_output_handling());
  if (direction.has_bgl_packet_size()) out.packet_size = direction.bgl_packet_size();
  out.on = value_of(direction, "bgl_on");
  out.off = value_of(direction, "bgl_off");
  if (auto* list = std::get_if<ListValue>(&out.off)) list->owner = 1;  // beside that of bgl_on
  if (direction.has_bgl_pareto_shape()) out.pareto_shape = direction.bgl_pareto_shape();
  return out;
}

static_assert(static_cast<int>(LinkDirection::PARETO) ==
              static_cast<int>(BackgroundLoad::Type::kPareto));
static_assert(static_cast<int>(LinkDirection::HIGH) ==
              static_cast<int>(BackgroundLoad::Priority::kHigh));
static_assert(static_cast<int>(LinkDirection::WRITE) ==
              static_cast<int>(BackgroundLoad::Output::kWrite));

}  // namespace seawind::spec
