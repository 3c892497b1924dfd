// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/remaining_time.h"

#include <algorithm>

namespace seawind {

void RemainingTime::finished(int case_index, double seconds) {
  for (Sum* sum : {&by_case_[case_index], &all_}) {
    sum->seconds += seconds;
    ++sum->attempts;
  }
  if (!estimates_.empty()) estimated_ += estimates_[static_cast<std::size_t>(case_index)];
}

double RemainingTime::expected(int case_index) const {
  if (const auto found = by_case_.find(case_index); found != by_case_.end())
    return found->second.mean();
  if (!estimates_.empty())
    return estimates_[static_cast<std::size_t>(case_index)] *
           (estimated_ > 0 ? all_.seconds / estimated_ : 1);
  return all_.attempts == 0 ? -1 : all_.mean();
}

double RemainingTime::remaining(const std::map<int, int>& pending_by_case,
                                const std::vector<Running>& running, int at_once) const {
  if (all_.attempts == 0 && estimates_.empty()) return -1;
  double work = 0;
  double longest = 0;  // lower bound: the longest single attempt
  for (const auto& [case_index, count] : pending_by_case) {
    if (count == 0) continue;
    work += expected(case_index) * count;
    longest = std::max(longest, expected(case_index));
  }
  for (const Running& one : running) {
    const double left = std::max(0.0, expected(one.case_index) - one.seconds);
    work += left;
    longest = std::max(longest, left);
  }
  return std::max(work / at_once, longest);
}

}  // namespace seawind
