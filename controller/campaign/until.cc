// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/until.h"

#include "controller/measure/median_interval.h"

namespace seawind {

std::optional<int> first_unneeded(const Until& until, const std::vector<RepetitionState>& states,
                                  const std::map<int, double>& values) {
  std::vector<double> sample;
  for (std::size_t i = 0; i + 1 < states.size(); ++i) {
    if (states[i] == RepetitionState::kPending) return {};
    if (states[i] == RepetitionState::kSkipped) return static_cast<int>(i);
    const auto number = static_cast<int>(i);
    if (const auto found = values.find(number); found != values.end())
      sample.push_back(found->second);
    if (number + 1 >= until.min_repetitions() &&
        narrow_enough(sample, until.half_width(), until.confidence()))
      return number + 1;
  }
  return {};
}

}  // namespace seawind
