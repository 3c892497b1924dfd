// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/relay_bench/stats.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "common/quantile.h"

namespace seawind::bench {
namespace {

constexpr double kStallUs = 2000;

bool before(const Stamp& a, const Stamp& b) {
  return std::tie(a.link, a.number, a.realtime_ns) < std::tie(b.link, b.number, b.realtime_ns);
}

}  // namespace

Lateness lateness_of(std::vector<Stamp> departures, std::vector<Stamp> arrivals,
                     std::size_t ip_bytes, const IdealLink& ideal) {
  std::sort(departures.begin(), departures.end(), before);
  std::sort(arrivals.begin(), arrivals.end(), before);
  const auto service_ns =
      ideal.bits_per_second > 0 ? static_cast<double>(ip_bytes) * 8e9 / ideal.bits_per_second : 0.0;
  Lateness result;
  result.sent = departures.size();
  std::vector<double> late;
  late.reserve(arrivals.size());
  std::size_t at = 0;
  double free_at = 0;  // ns after the first departure: doubles keep sub-nanosecond steps
  double previous = 0;
  bool stalled = false;
  const auto base = departures.empty() ? 0 : departures.front().realtime_ns;
  for (std::size_t i = 0; i < departures.size(); ++i) {
    const auto& sent = departures[i];
    const bool new_link = i == 0 || departures[i - 1].link != sent.link;
    const auto left = static_cast<double>(sent.realtime_ns - base);
    free_at = (new_link ? left : std::max(free_at, left)) + service_ns;
    while (at < arrivals.size() && before(arrivals[at], {sent.link, sent.number, 0})) ++at;
    const auto first = at;
    while (at < arrivals.size() && arrivals[at].link == sent.link &&
           arrivals[at].number == sent.number)
      ++at;
    if (at == first) {
      ++result.lost;
      continue;
    }
    result.duplicated += at - first - 1;
    const auto arrived = static_cast<double>(arrivals[first].realtime_ns - base);
    const auto lateness_us = (arrived - free_at - static_cast<double>(ideal.delay_ns)) / 1e3;
    if (!late.empty() && !new_link)
      result.largest_gap = std::max(result.largest_gap, lateness_us - previous);
    previous = lateness_us;
    if (lateness_us > kStallUs && !stalled) ++result.stalls;
    stalled = lateness_us > kStallUs;
    late.push_back(lateness_us);
  }
  result.p50 = percentile(late, 0.5);
  result.p99 = percentile(late, 0.99);
  result.p999 = percentile(late, 0.999);
  if (!late.empty()) result.min = late.front(), result.max = late.back();
  return result;
}

double percentile(std::vector<double>& values, double q) {
  if (values.empty()) return 0;
  if (!std::is_sorted(values.begin(), values.end())) std::sort(values.begin(), values.end());
  const auto rank = static_cast<std::size_t>(std::ceil(q * static_cast<double>(values.size())));
  return values[std::clamp<std::size_t>(rank, 1, values.size()) - 1];
}

double median(std::vector<double> values) {
  return values.empty() ? 0 : seawind::median(std::move(values));
}

}  // namespace seawind::bench
