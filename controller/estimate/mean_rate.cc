// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/estimate/mean_rate.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "emulator/api/link_rules.h"

namespace seawind {
namespace {

constexpr double kNsPerSecond = 1e9;

/// Relative number of visits to each state, from the cycle or from the chain's transitions.
std::vector<double> visits(const Channel& channel) {
  const auto n = static_cast<std::size_t>(channel.states_size());
  std::vector<double> share(n, 1.0 / static_cast<double>(n));
  if (!channel.cycle().empty()) {
    std::fill(share.begin(), share.end(), 0.0);
    for (const auto& name : channel.cycle()) share[index_of_state(channel, name)] += 1;
    return share;
  }
  if (channel.states(0).transitions().empty()) return share;
  constexpr int kRounds = 1000;
  for (int round = 0; round < kRounds; ++round) {
    // Half of the share stays, so that an alternating chain converges, too.
    std::vector<double> next(n);
    for (std::size_t i = 0; i < n; ++i) {
      next[i] += share[i] / 2;
      for (const auto& [to, p] : channel.states(static_cast<int>(i)).transitions())
        next[index_of_state(channel, to)] += share[i] * p / 2;
    }
    share = next;
  }
  return share;
}

double rate_in_state(const LinkDirection& direction) {
  double rate = expected_value(direction.rate_base());
  const double most = std::max<double>(1, static_cast<double>(direction.user_max_rate()));
  rate *= direction.has_available_rate()
              ? std::clamp(expected_value(direction.available_rate()), 0.0, most)
              : most;
  if (direction.has_rate_schedule() || direction.has_delivery_trace())
    rate = nominal_rate(direction);
  double loss = std::clamp(expected_value(direction.error_probability()), 0.0, 1.0);
  constexpr double kBitsOfAFrame = 8 * 576;
  if (direction.error_rate_type() == LinkDirection::BIT)
    loss = 1 - std::pow(1 - loss, kBitsOfAFrame);
  return rate * (1 - loss);
}

/// Fraction of time in which the direction can send, from the distributions of its free and blocked
/// times.
double free_share(const Distribution& interval, const Distribution& length, AffectsSpec affects,
                  bool downlink) {
  if (affects == (downlink ? UPLINK : DOWNLINK)) return 1;
  const double between = expected_value(interval);
  if (between <= 0) return 1;
  return between / (between + expected_value(length));
}

template <typename Value>
double over_states(const LinkProfile& link, bool downlink, const Value& value) {
  const LinkDirection& direction = downlink ? link.downlink() : link.uplink();
  const auto shares = state_shares(link.channel());
  if (link.channel().states().empty()) return value(direction);
  double sum = 0;
  for (std::size_t i = 0; i < shares.size(); ++i)
    sum +=
        shares[i] * value(in_state(direction, link.channel().states(static_cast<int>(i)).name()));
  return sum;
}

}  // namespace

std::vector<double> state_shares(const Channel& channel) {
  if (channel.states().empty()) return {1.0};
  std::vector<double> time = visits(channel);
  for (std::size_t i = 0; i < time.size(); ++i)
    time[i] *= expected_value(channel.states(static_cast<int>(i)).dwell());
  const double all = std::accumulate(time.begin(), time.end(), 0.0);
  if (all <= 0) return std::vector<double>(time.size(), 1.0 / static_cast<double>(time.size()));
  for (double& share : time) share /= all;
  return time;
}

double mean_rate(const LinkProfile& link, bool downlink) {
  const LinkDirection& direction = downlink ? link.downlink() : link.uplink();
  double rate = over_states(link, downlink, rate_in_state);
  for (const auto& spike : link.spikes())
    rate *= free_share(spike.interval(), spike.length(), spike.affects(), downlink);
  for (const auto& outage : link.outages())
    rate *= free_share(outage.interval(), outage.length(), outage.affects(), downlink);
  if (direction.has_background_load() && direction.has_bgl_average_rate()) {
    const auto users = static_cast<double>(direction.background_load());
    const double load = users * static_cast<double>(direction.bgl_average_rate());
    rate = std::max(rate - load, rate / (users + 1));  // at least a fair share
  }
  return rate;
}

double mean_delay(const LinkProfile& link, bool downlink) {
  return over_states(link, downlink, [](const LinkDirection& direction) {
    return expected_value(direction.propagation_delay()) / kNsPerSecond;
  });
}

}  // namespace seawind
