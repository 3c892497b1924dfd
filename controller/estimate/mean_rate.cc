// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/estimate/mean_rate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace seawind {
namespace {

constexpr double kNsPerSecond = 1e9;

double mean_exponential(const Distribution::Exponential& law) {
  const double mean = law.mean();
  if (mean <= 0) return 0;
  const double least = law.has_min() ? law.min() : 0;
  const double at_least = std::exp(-least / mean);  // P(X > least)
  if (!law.has_max()) {
    if (law.truncation() == Distribution::REDRAW) return least + mean;
    return least + mean * at_least;
  }
  const double at_most = std::exp(-law.max() / mean);
  if (law.truncation() == Distribution::CLAMP) return least + mean * (at_least - at_most);
  if (at_least <= at_most) return least;
  return mean + (least * at_least - law.max() * at_most) / (at_least - at_most);
}

double mean_pareto(const Distribution::Pareto& law) {
  double mean = law.shape() > 1 ? law.scale() * law.shape() / (law.shape() - 1)
                                : law.scale() * std::pow(2, 1 / law.shape());
  if (law.has_max()) mean = std::min(mean, law.max());
  return mean;
}

double mean_mixture(const Distribution::Mixture& law) {
  double sum = 0;
  double weights = 0;
  for (const auto& part : law.parts()) {
    sum += part.weight() * (part.min() + part.max()) / 2;
    weights += part.weight();
  }
  return weights > 0 ? sum / weights : 0;
}

template <typename Values>
double mean_values(const Values& values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The law is linear between quantiles, so the ends have half the weight.
double mean_empirical(const Distribution::Empirical& law) {
  const auto& q = law.quantiles();
  if (q.size() < 2) return mean_values(q);
  const double inner = std::accumulate(q.begin(), q.end(), 0.0) - (q[0] + q[q.size() - 1]) / 2;
  return inner / (q.size() - 1);
}

int index_of(const Channel& channel, const std::string& state) {
  for (int i = 0; i < channel.states_size(); ++i)
    if (channel.states(i).name() == state) return i;
  return 0;
}

/// Relative number of visits to each state, from the cycle or from the chain's transitions.
std::vector<double> visits(const Channel& channel) {
  const auto n = static_cast<std::size_t>(channel.states_size());
  std::vector<double> share(n, 1.0 / static_cast<double>(n));
  if (!channel.cycle().empty()) {
    std::fill(share.begin(), share.end(), 0.0);
    for (const auto& name : channel.cycle())
      share[static_cast<std::size_t>(index_of(channel, name))] += 1;
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
        next[static_cast<std::size_t>(index_of(channel, to))] += share[i] * p / 2;
    }
    share = next;
  }
  return share;
}

double schedule_rate(const RateScheduleSpec& schedule) {
  const auto& steps = schedule.steps();
  if (steps.empty()) return 0;
  if (!schedule.has_period()) {  // the last rate holds forever
    const auto moving = std::find_if(steps.rbegin(), steps.rend(),
                                     [](const RateStepSpec& step) { return step.rate() > 0; });
    return moving == steps.rend() ? 0 : static_cast<double>(moving->rate());
  }
  double bits = 0;
  for (int i = 0; i < steps.size(); ++i) {
    const auto end = i + 1 < steps.size() ? steps[i + 1].at() : schedule.period();
    const auto spell = std::max<std::int64_t>(std::min(end, schedule.period()) - steps[i].at(), 0);
    bits += static_cast<double>(steps[i].rate()) * static_cast<double>(spell);
  }
  return bits / static_cast<double>(schedule.period());
}

double trace_rate(const DeliveryTraceSpec& trace) {
  if (trace.at_ms().empty() || trace.at_ms().rbegin()[0] <= 0) return 0;
  const double bits = 8.0 * static_cast<double>(trace.opportunity_bytes()) * trace.at_ms_size();
  return bits / (static_cast<double>(trace.at_ms().rbegin()[0]) / 1e3);
}

/// The values of `direction`, overridden by those of a state.
LinkDirection in_state(const LinkDirection& direction, const std::string& state) {
  const auto found = direction.states().find(state);
  if (found == direction.states().end()) return direction;
  LinkDirection merged = direction;
  merged.clear_states();
  const auto keep = [](const auto& over, auto* own) { *own = over; };
  const LinkDirection& over = found->second;
  if (over.has_rate_base()) keep(over.rate_base(), merged.mutable_rate_base());
  if (over.has_user_max_rate()) merged.set_user_max_rate(over.user_max_rate());
  if (over.has_available_rate()) keep(over.available_rate(), merged.mutable_available_rate());
  if (over.has_error_probability())
    keep(over.error_probability(), merged.mutable_error_probability());
  if (over.has_error_rate_type()) merged.set_error_rate_type(over.error_rate_type());
  if (over.has_propagation_delay())
    keep(over.propagation_delay(), merged.mutable_propagation_delay());
  return merged;
}

double rate_in_state(const LinkDirection& direction) {
  double rate = mean_of(direction.rate_base());
  const double most = std::max<double>(1, static_cast<double>(direction.user_max_rate()));
  rate *= direction.has_available_rate()
              ? std::clamp(mean_of(direction.available_rate()), 0.0, most)
              : most;
  if (direction.has_rate_schedule()) rate = schedule_rate(direction.rate_schedule());
  if (direction.has_delivery_trace()) rate = trace_rate(direction.delivery_trace());
  double loss = std::clamp(mean_of(direction.error_probability()), 0.0, 1.0);
  constexpr double kBitsOfAFrame = 8 * 576;
  if (direction.error_rate_type() == LinkDirection::BIT)
    loss = 1 - std::pow(1 - loss, kBitsOfAFrame);
  return rate * (1 - loss);
}

/// Fraction of time in which the direction can send, from the laws of its free and blocked times.
double free_share(const Distribution& interval, const Distribution& length, AffectsSpec affects,
                  bool downlink) {
  if (affects == (downlink ? UPLINK : DOWNLINK)) return 1;
  const double between = mean_of(interval);
  if (between <= 0) return 1;
  return between / (between + mean_of(length));
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

double mean_of(const Distribution& value) {
  switch (value.kind_case()) {
    case Distribution::kFixed:
      return value.fixed();
    case Distribution::kUniform:
      return (value.uniform().min() + value.uniform().max()) / 2;
    case Distribution::kExponential:
      return mean_exponential(value.exponential());
    case Distribution::kNormal:
      return value.normal().mean();
    case Distribution::kLognormal: {
      const auto& law = value.lognormal();
      const double mean = law.median() * std::exp(law.sigma() * law.sigma() / 2);
      return law.has_max() ? std::min(mean, law.max()) : mean;
    }
    case Distribution::kPareto:
      return mean_pareto(value.pareto());
    case Distribution::kMixture:
      return mean_mixture(value.mixture());
    case Distribution::kEmpirical:
      return mean_empirical(value.empirical());
    case Distribution::kNetem:
      return value.netem().mean();
    case Distribution::kList:
      return mean_values(value.list().values());
    case Distribution::KIND_NOT_SET:
      break;
  }
  return 0;
}

std::vector<double> state_shares(const Channel& channel) {
  if (channel.states().empty()) return {1.0};
  std::vector<double> time = visits(channel);
  for (std::size_t i = 0; i < time.size(); ++i)
    time[i] *= mean_of(channel.states(static_cast<int>(i)).dwell());
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
    return mean_of(direction.propagation_delay()) / kNsPerSecond;
  });
}

}  // namespace seawind
