// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of rates (channels, schedules, traces, background load) and of delays before a
// transmission.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/traces/delivery_trace.h"
#include "common/units.h"
#include "emulator/api/rules_internal.h"

namespace seawind::link_rules {
namespace {

void check_schedule(const DirectionView& d, Problems& problems) {
  const RateScheduleSpec& schedule = d.values.rate_schedule();
  if (schedule.steps().empty()) {
    problems.add(d, "rate_schedule",
                 schedule.file().empty()
                     ? "a rate schedule needs `steps` or `file`"
                     : "the schedule is empty: the message must carry the content of `file`");
    return;
  }
  if (schedule.file().empty() &&
      (!schedule.time_column().empty() || !schedule.rate_column().empty())) {
    problems.add(d, "rate_schedule", "columns have no effect without `file`");
  }
  // Steps read from a file have no path of their own.
  const auto place = [&](int i) {
    return schedule.file().empty() ? fmt::format("rate_schedule.steps[{}].at", i)
                                   : std::string("rate_schedule.file");
  };
  if (schedule.steps(0).at() != 0) {
    problems.add(
        d, place(0),
        fmt::format("the first step must be at 0s, not at {}", duration(schedule.steps(0).at())));
  }
  bool any = schedule.steps(0).rate() > 0;
  for (int i = 1; i < schedule.steps_size(); ++i) {
    any = any || schedule.steps(i).rate() > 0;
    if (schedule.steps(i).at() > schedule.steps(i - 1).at()) continue;
    problems.add(
        d, place(i),
        fmt::format("steps must be in ascending order: {} follows {}",
                    duration(schedule.steps(i).at()), duration(schedule.steps(i - 1).at())));
  }
  if (!any) problems.add(d, "rate_schedule", "every rate is 0bit/s: nothing would ever be sent");
  const std::int64_t last = schedule.steps(schedule.steps_size() - 1).at();
  if (schedule.has_period() && schedule.period() <= last) {
    problems.add(d, "rate_schedule.period",
                 fmt::format("the period {} ends before the last step, at {}",
                             duration(schedule.period()), duration(last)));
  }
  const auto period = static_cast<double>(schedule.period());
  if (schedule.has_period() && schedule.steps_size() * 1e9 > kMaxEvents * period) {
    problems.add(d, "rate_schedule.period",
                 fmt::format("{} steps in {} are more than {:.0f} a second", schedule.steps_size(),
                             duration(schedule.period()), kMaxEvents));
  }
}

void check_trace(const DirectionView& d, Problems& problems) {
  const auto& at = d.values.delivery_trace().at_ms();
  if (at.empty()) {
    problems.add(d, "delivery_trace",
                 "the trace is missing: the message must carry the content of `file`");
    return;
  }
  for (int i = 1; i < at.size(); ++i) {
    if (at[i - 1] <= at[i]) continue;
    problems.add(d, "delivery_trace",
                 fmt::format("times must not decrease: {} ms follows {} ms", at[i], at[i - 1]));
    break;
  }
  if (at[at.size() - 1] == 0) problems.add(d, "delivery_trace", "the last time must be above 0");
  if (at[0] < 0 || at[at.size() - 1] > kLastDeliveryMs) {
    problems.add(d, "delivery_trace",
                 fmt::format("times are 0 to {} ms, but here {} to {} ms", kLastDeliveryMs, at[0],
                             at[at.size() - 1]));
  }
}

}  // namespace

void check_rates(const DirectionView& d, Problems& problems) {
  if (d.values.has_rate_schedule()) check_schedule(d, problems);
  if (d.values.has_delivery_trace()) check_trace(d, problems);
  if (d.values.has_rate_schedule() && d.values.has_delivery_trace()) {
    problems.add(d, "delivery_trace", "`rate_schedule` and `delivery_trace` exclude each other");
  }
  for (const auto& state : d.states) {
    const LinkDirection& v = state.values;
    if (v.has_rate_change_interval() && !v.has_available_rate() &&
        (!v.has_rate_base() || v.rate_base().has_fixed())) {
      problems.add(path_in(d, state.name, "rate_change_interval"),
                   "`rate_change_interval` has no effect without `available_rate` or a drawn "
                   "`rate_base`");
    }
    if (v.has_rate_change_interval() && expected_value(v.rate_change_interval()) < 1e6) {
      problems.add(
          path_in(d, state.name, "rate_change_interval"),
          fmt::format("`rate_change_interval` is {} on average; at least 1ms",
                      format_quantity(expected_value(v.rate_change_interval()), DURATION)));
    }
    const auto most = static_cast<double>(std::max<std::int64_t>(v.user_max_rate(), 1));
    if (v.has_available_rate() && !v.available_rate().has_fixed() &&
        std::round(smallest_value(v.available_rate())) >= most) {
      problems.add(path_in(d, state.name, "available_rate"),
                   fmt::format("`available_rate` has no effect: it is never below `user_max_rate` "
                               "{}",
                               most),
                   "raise `user_max_rate`");
    }
    if (v.has_available_rate() && v.available_rate().has_fixed() &&
        v.available_rate().fixed() > static_cast<double>(v.user_max_rate())) {
      problems.add(path_in(d, state.name, "available_rate"),
                   fmt::format("`available_rate` {} is above `user_max_rate` {}",
                               v.available_rate().fixed(), v.user_max_rate()));
    }
  }
}

void check_background(const DirectionView& d, Problems& problems) {
  const LinkDirection& v = d.values;
  if (!v.has_background_load()) {
    return report_unused(
        d,
        {"bgl_load_type", "bgl_average_rate", "bgl_max_users_per_channel", "bgl_user_priority",
         "bgl_output_handling", "bgl_packet_size", "bgl_on", "bgl_off", "bgl_pareto_shape"},
        "without `background_load`", "set the number of users, or leave it out", problems);
  }
  if (!v.has_bgl_average_rate()) {
    problems.add(d, "background_load", "`background_load` needs `bgl_average_rate`");
  }
  const std::int64_t users = std::max<std::int64_t>(v.bgl_max_users_per_channel(), 1);
  std::int64_t channels = 1;
  for (const auto& state : d.states) channels = std::max(channels, state.values.user_max_rate());
  if (v.background_load() > users * channels) {
    problems.add(
        d, "background_load",
        fmt::format("`background_load` is {}, but the channels have room for {} background "
                    "user{} (`bgl_max_users_per_channel` times `user_max_rate`)",
                    v.background_load(), users * channels, users * channels == 1 ? "" : "s"),
        fmt::format("`bgl_max_users_per_channel: {}` puts all on the first channel",
                    v.background_load()));
  }
  const double packets =
      static_cast<double>(v.background_load()) * static_cast<double>(v.bgl_average_rate()) /
      (8.0 * static_cast<double>(v.has_bgl_packet_size() ? v.bgl_packet_size() : 576));
  if (packets > kMaxEvents) {
    problems.add(d, "background_load",
                 fmt::format("the background users send {:.0f} packets a second together; at most "
                             "{:.0f} are possible",
                             packets, kMaxEvents),
                 "lower `bgl_average_rate`, or raise `bgl_packet_size`");
  }
  const bool on_off = v.bgl_load_type() == LinkDirection::ON_OFF;
  if (on_off && (!v.has_bgl_on() || !v.has_bgl_off())) {
    problems.add(d, "bgl_load_type", "on_off needs `bgl_on` and `bgl_off`");
  }
  if (on_off && v.has_bgl_on() && v.has_bgl_off()) {
    const double turn = expected_value(v.bgl_on()) + expected_value(v.bgl_off());
    const double turns = 2e9 * static_cast<double>(v.background_load()) / std::max(turn, 1.0);
    if (turns > kMaxEvents) {
      problems.add(d, "bgl_on",
                   fmt::format("the background users go on and off {:.0f} times a second together; "
                               "at most {:.0f}",
                               turns, kMaxEvents),
                   "longer `bgl_on` or `bgl_off`, or fewer users");
    }
  }
  if (!on_off) {
    report_unused(d, {"bgl_on", "bgl_off"}, "without `bgl_load_type: on_off`", "", problems);
  }
  if (v.bgl_load_type() != LinkDirection::PARETO) {
    report_unused(d, {"bgl_pareto_shape"}, "without `bgl_load_type: pareto`", "", problems);
  }
}

void check_gates(const DirectionView& d, Problems& problems) {
  for (const auto& state : d.states) {
    const LinkDirection& v = state.values;
    if (v.has_allocation_delay() != v.has_link_idle_timeout()) {
      const char* given = v.has_allocation_delay() ? "allocation_delay" : "link_idle_timeout";
      const char* other = v.has_allocation_delay() ? "link_idle_timeout" : "allocation_delay";
      problems.add(path_in(d, state.name, given),
                   fmt::format("`{}` has no effect without `{}`", given, other));
    }
    if (v.random_delay_probability() > 0 && largest_value(v.random_delay_length()) <= 0) {
      problems.add(path_in(d, state.name, "random_delay_probability"),
                   "`random_delay_probability` has no effect without `random_delay_length`");
    }
  }
  if (!in_any_state(d, [](const auto& v) { return v.random_delay_probability() > 0; })) {
    report_unused(d, {"random_delay_length"}, "without `random_delay_probability`",
                  "set a probability above 0, or leave it out", problems);
  }
  if (!d.values.has_delay_redraw_interval()) return;
  const bool drawn = in_any_state(d, [](const LinkDirection& s) {
    return s.has_propagation_delay() && !s.propagation_delay().has_fixed();
  });
  if (!drawn) {
    problems.add(d, "delay_redraw_interval",
                 "`delay_redraw_interval` has no effect on a fixed `propagation_delay`");
  }
}

}  // namespace seawind::link_rules
