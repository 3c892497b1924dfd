// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/estimate/schedule.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>

namespace seawind {

double campaign_seconds(const std::vector<double>& attempt, std::int64_t repetitions, int slots,
                        double set_up) {
  const auto runs = static_cast<std::int64_t>(attempt.size()) * repetitions;
  if (runs == 0) return 0;
  slots = static_cast<int>(std::min<std::int64_t>(std::max(slots, 1), runs));
  if (runs > kMaxSimulated) {
    const double work =
        std::accumulate(attempt.begin(), attempt.end(), 0.0) * static_cast<double>(repetitions);
    return std::max(work / slots, static_cast<double>(runs) * set_up);
  }
  std::priority_queue<double, std::vector<double>, std::greater<>> free;  // when each slot is free
  for (int slot = 0; slot < slots; ++slot) free.push(0);
  double end = 0;
  double set_up_until = 0;
  for (std::int64_t number = 0; number < repetitions; ++number) {
    for (const double seconds : attempt) {
      const double begin = std::max(free.top(), set_up_until);
      free.pop();
      free.push(begin + seconds);
      set_up_until = begin + std::min(set_up, seconds);
      end = std::max(end, begin + seconds);
    }
  }
  return end;
}

}  // namespace seawind
