// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of errors, retransmission and persistency.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "emulator/api/rules_internal.h"

namespace seawind::link_rules {
namespace {

constexpr double kMaxAttempts = 1e5;  // per packet; each attempt is an event of the relay thread

bool can_corrupt(const LinkDirection& v) {
  return largest_value(v.error_probability()) > 0 || v.has_loss_pattern();
}

// An approximate upper bound of the attempts per packet, for a channel at its mean error
// probability.
double attempts_of(const LinkDirection& v) {
  const double p = std::min(expected_value(v.error_probability()), 1.0);
  double most = 1 / std::max(1 - p, 1e-300);
  if (v.has_max_retransmissions()) {
    most = std::min(most, 1.0 + static_cast<double>(v.max_retransmissions()));
  }
  if (v.has_delay_drop_threshold()) {
    const double delay = std::max(expected_value(v.error_delay_function()), 1e3);
    most = std::min(most, 1 + static_cast<double>(v.delay_drop_threshold()) / delay);
  }
  return most;
}

// Whether retransmissions are not limited by the link's rate: always if they are emulated, and on
// the link itself if it is fast.
bool not_rate_limited(const LinkDirection& whole, const LinkDirection& v) {
  constexpr double kFast = kMaxEvents * 8 * 28;  // bit/s, with the smallest packets
  const bool by_clock = whole.has_rate_schedule() || whole.has_delivery_trace();
  return v.error_handling() == LinkDirection::DELAY_ITERATE ||
         nominal_rate(by_clock ? whole : v) > kFast;
}

// The key that corrupts packets in this state, for the path of an error.
const char* corrupting_key(const LinkDirection& v) {
  return largest_value(v.error_probability()) > 0 ? "error_probability" : "loss_pattern";
}

void check_times(const DirectionView& d, const TimePatternSpec& pattern, Problems& problems) {
  std::int64_t end = 0;
  for (int i = 0; i < pattern.intervals_size(); ++i) {
    const TimeInterval& one = pattern.intervals(i);
    const std::string path = fmt::format("loss_pattern.times.intervals[{}]", i);
    if (one.from() >= one.to()) {
      problems.add(d, path,
                   fmt::format("`to` must be later than `from` ({})", duration(one.from())));
    } else if (one.from() < end) {
      problems.add(
          d, path,
          fmt::format(
              "intervals must be in ascending order: {} is before the end of the previous one, {}",
              duration(one.from()), duration(end)));
    }
    end = std::max(end, one.to());
  }
  if (pattern.has_period() && pattern.period() < end) {
    problems.add(d, "loss_pattern.times.period",
                 fmt::format("the period {} ends before the last interval, {}",
                             duration(pattern.period()), duration(end)));
  }
}

}  // namespace

void check_errors(const DirectionView& d, Problems& problems) {
  if (!in_any_state(d, retransmits)) {
    report_unused(d, {"delay_drop_threshold", "max_retransmissions"},
                  "without `error_handling: DELAY_ITERATE` or `RETRANSMIT`",
                  "set one of these, or leave it out", problems);
  }
  if (!in_any_state(d, [](const auto& v) { return v.error_handling() != LinkDirection::DROP; })) {
    report_unused(d, {"error_delay_function"},
                  "without `error_handling: DELAY`, `DELAY_ITERATE` or `RETRANSMIT`",
                  "set one of these, or leave it out", problems);
  }
  for (const auto& state : d.states) {
    const LinkDirection& v = state.values;
    if (!can_corrupt(v) || v.error_handling() == LinkDirection::DROP) continue;
    const std::string path = path_in(d, state.name, corrupting_key(v));
    // A retransmission on the link itself always takes time.
    const bool needs_delay = v.error_handling() != LinkDirection::RETRANSMIT;
    if (needs_delay && largest_value(v.error_delay_function()) <= 0) {
      problems.add(path, fmt::format("`{}`{}: corrupted packets would be retransmitted without any "
                                     "delay; set `error_delay_function`",
                                     d.name, in_words(state.name)));
    } else if (retransmits(v) && v.error_probability().has_fixed() &&
               v.error_probability().fixed() >= 1 && !v.has_delay_drop_threshold() &&
               !v.has_max_retransmissions()) {
      problems.add(path, fmt::format("`{}`{}: every attempt is corrupted, so retransmission never "
                                     "ends in this state; set `delay_drop_threshold`",
                                     d.name, in_words(state.name)));
    } else if (retransmits(v) && not_rate_limited(d.values, v) && attempts_of(v) > kMaxAttempts) {
      problems.add(path,
                   fmt::format("`{}`{}: a packet may be transmitted {:.0f} times; at most {:.0f}",
                               d.name, in_words(state.name), attempts_of(v), kMaxAttempts),
                   "set `max_retransmissions` or a smaller `delay_drop_threshold`");
    }
  }
}

void check_loss_pattern(const DirectionView& d, Problems& problems) {
  const LossPatternSpec& pattern = d.values.loss_pattern();
  if (pattern.has_positions())
    check_positions(d, "loss_pattern.positions", pattern.positions(), problems);
  if (pattern.has_times()) check_times(d, pattern.times(), problems);
  if (!pattern.has_four_state()) return;
  const FourStateLossSpec& p = pattern.four_state();
  for (const auto& [sum, text] : {std::pair{p.p13() + p.p14(), "`p13` and `p14`"},
                                  std::pair{p.p31() + p.p32(), "`p31` and `p32`"}}) {
    if (sum <= 1) continue;
    problems.add(d, "loss_pattern.four_state", fmt::format("{} sum to {}, above 1", text, sum));
  }
}

void check_persistency(const DirectionView& d, Problems& problems) {
  const auto& classes = d.values.persistency_classes();
  if (classes.empty()) return;
  std::map<std::string, int> names;
  std::map<std::int64_t, std::string> dscps;
  std::map<std::int64_t, std::string> protocols;
  bool early = false;
  for (int i = 0; i < classes.size(); ++i) {
    const PersistencyClassSpec& one = classes[i];
    const std::string path = fmt::format("persistency_classes[{}]", i);
    early = early || (one.has_in_order() && !one.in_order());
    if (++names[one.name()] > 1) {
      problems.add(d, path + ".name", fmt::format("two classes are named `{}`", one.name()));
    }
    if (one.dscp().empty() && one.protocols().empty()) {
      problems.add(
          d, path,
          fmt::format("the class `{}` has neither `dscp` nor `protocols`: no packet matches it",
                      one.name()));
    }
    for (const std::int64_t value : one.dscp()) {
      if (const auto [first, is_new] = dscps.emplace(value, one.name()); !is_new) {
        problems.add(d, path + ".dscp",
                     fmt::format("the DSCP {} is already in the class `{}`", value, first->second));
      }
    }
    for (const std::int64_t value : one.protocols()) {
      if (const auto [first, is_new] = protocols.emplace(value, one.name()); !is_new) {
        problems.add(
            d, path + ".protocols",
            fmt::format("the protocol {} is already in the class `{}`", value, first->second));
      }
    }
  }
  if (!early && !in_any_state(d, retransmits)) {
    problems.add(d, "persistency_classes",
                 "`persistency_classes` have no effect without retransmissions",
                 "set `error_handling: DELAY_ITERATE` or `RETRANSMIT`");
  }
}

}  // namespace seawind::link_rules
