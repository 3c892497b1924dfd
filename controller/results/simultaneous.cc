// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/results/simultaneous.h"

namespace seawind {

void Simultaneous::started(std::size_t flow, std::int64_t time_ns,
                           const std::vector<std::int64_t>& counters) {
  if (begun_[flow]) return;
  begun_[flow] = true;
  if (++started_ < begun_.size()) return;
  start_ns_ = time_ns;
  at_start_ = counters;
}

void Simultaneous::ended(std::size_t flow, std::int64_t time_ns,
                         const std::vector<std::int64_t>& counters) {
  end_ns_[flow] = time_ns;
  if (all_started()) at_end_[flow] = counters;
}

std::optional<Simultaneous::Period> Simultaneous::period() const {
  if (!all_started() || begun_.empty()) return {};
  std::size_t first = 0;
  for (std::size_t i = 0; i < end_ns_.size(); ++i)
    if (end_ns_[i] < end_ns_[first]) first = i;
  if (at_end_[first].empty() || end_ns_[first] <= start_ns_) return {};
  Period period{start_ns_, end_ns_[first], {}};
  const double seconds = static_cast<double>(period.end_ns - period.start_ns) / 1e9;
  for (std::size_t i = 0; i < begun_.size(); ++i)
    period.throughput.push_back(static_cast<double>(at_end_[first][i] - at_start_[i]) / seconds);
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
