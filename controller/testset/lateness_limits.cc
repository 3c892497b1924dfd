// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/lateness_limits.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "emulator/api/link_rules.h"

namespace seawind {
namespace {

/// `rate`: of the direction, in bit/s.
std::int64_t delay_of(const LinkDirection& direction, double rate, std::int64_t mtu) {
  constexpr double kHour = 3.6e12;  // ns; the mean of a distribution may be infinite
  const double transmission = rate > 0 ? static_cast<double>(mtu) * 8e9 / rate : 0;
  return std::llround(std::min(expected_value(direction.propagation_delay()), kHour) +
                      std::min(transmission, kHour));
}

std::int64_t delay_of(const LinkProfile& link, std::int64_t mtu) {
  std::int64_t smallest = std::numeric_limits<std::int64_t>::max();
  for (const LinkDirection* direction : {&link.downlink(), &link.uplink()}) {
    const double rate = nominal_rate(*direction);
    if (link.channel().states().empty())
      smallest = std::min(smallest, delay_of(*direction, rate, mtu));
    const bool replaced = direction->has_rate_schedule() || direction->has_delivery_trace();
    const LinkDirection plain = without_contents(*direction);
    for (const ChannelState& state : link.channel().states()) {
      const LinkDirection values = in_state(plain, state.name());
      smallest = std::min(smallest, delay_of(values, replaced ? rate : nominal_rate(values), mtu));
    }
  }
  return smallest;
}

}  // namespace

LatenessLimits lateness_limits(const TestSet& test_set, const Case& test_case,
                               bool changed_by_hand) {
  LatenessLimits limits{.delay = changed_by_hand ? 0 : delay_of(test_case.link(), test_set.mtu())};
  for (const TimedChangeSpec& change : test_case.changes())
    limits.delay = std::min(limits.delay, delay_of(change.hop().link(), test_set.mtu()));
  const Limits& written = test_set.limits();
  limits.p999 = written.has_lateness_p999()
                    ? written.lateness_p999()
                    : std::max(kLeastP999, limits.delay / kLatenessP999Divisor);
  limits.largest = written.has_lateness_max()
                       ? written.lateness_max()
                       : std::max({kLeastLargest, limits.p999, limits.delay / kLatenessMaxDivisor});
  return limits;
}

LatenessLimits smallest_lateness_limits(const Plan& plan) {
  constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();
  LatenessLimits smallest{kNone, kNone, kNone};
  for (const Case& test_case : plan.cases()) {
    const LatenessLimits one = lateness_limits(plan.test_set(), test_case);
    smallest = {std::min(smallest.delay, one.delay), std::min(smallest.p999, one.p999),
                std::min(smallest.largest, one.largest)};
  }
  return smallest;
}

std::uint64_t allowed_late(std::uint64_t releases) {
  constexpr std::uint64_t kFew = 10;
  return std::max(releases / 1000, std::min(kFew, (releases + 99) / 100));
}

}  // namespace seawind
