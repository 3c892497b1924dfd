// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/simultaneous.h"

namespace seawind {

bool Simultaneous::started(std::size_t flow, std::int64_t time_ns) {
  if (begun_[flow]) return false;
  begun_[flow] = true;
  if (++started_ < begun_.size()) return false;
  start_ns_ = time_ns;
  return true;
}

void Simultaneous::ended(std::size_t flow, std::int64_t time_ns) {
  end_ns_[flow] = latest_end_ns_ = time_ns;
  at_end_[flow].clear();
}

void Simultaneous::count(std::int64_t time_ns, const std::vector<std::int64_t>& counters) {
  if (!all_started()) return;
  for (std::size_t i = 0; i < end_ns_.size(); ++i)
    if (end_ns_[i] == time_ns) at_end_[i] = counters;
}

std::optional<Simultaneous::Period> Simultaneous::period() const {
  if (!all_started() || begun_.empty()) return {};
  std::size_t first = 0;
  for (std::size_t i = 0; i < end_ns_.size(); ++i)
    if (end_ns_[i] < end_ns_[first]) first = i;
  if (at_end_[first].empty() || end_ns_[first] <= start_ns_) return {};
  Period period{start_ns_, end_ns_[first], {}};
  const double seconds = static_cast<double>(period.end_ns - period.start_ns) / 1e9;
  for (const std::int64_t counted : at_end_[first])
    period.throughput.push_back(static_cast<double>(counted) / seconds);
  return period;
}

std::optional<double> jain_index(const std::vector<double>& values) {
  double sum = 0;
  double squares = 0;
  for (const double x : values) sum += x, squares += x * x;
  if (squares == 0) return {};
  return sum * sum / (static_cast<double>(values.size()) * squares);
}

}  // namespace seawind
