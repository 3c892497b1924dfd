// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "common/split_mix.h"
#include "common/to_number.h"
#include "controller/testset/plan.h"

namespace seawind {
namespace {

// from + (to - from) x 53 random bits / 2^53 in integer arithmetic, so that no machine rounds
// differently.
std::int64_t uniform_start(std::uint64_t seed, const Flow& flow) {
  const std::uint64_t bits = split_mix(seed ^ name_hash(flow.name()), 0) >> 11U;
  const auto span =
      static_cast<unsigned __int128>(flow.start_spread().to() - flow.start_spread().from());
  return flow.start_spread().from() + static_cast<std::int64_t>((span * bits) >> 53U);
}

// 0, 1/2, 1/4, 3/4, 1/8, ... of `span`: the binary van der Corput sequence, whose every prefix
// covers the interval evenly.
std::int64_t spread_evenly(std::int64_t span, int number) {
  std::uint64_t reversed = 0;
  for (unsigned bit = 0; bit < 32; ++bit)
    reversed |= static_cast<std::uint64_t>(static_cast<unsigned>(number) >> bit & 1U)
                << (31U - bit);
  return static_cast<std::int64_t>((static_cast<unsigned __int128>(span) * reversed) >> 32U);
}

}  // namespace

RepetitionPlan plan_repetition(const Plan& plan, const Case& test_case, int number) {
  const std::int64_t repetitions = plan.test_set().repetitions();
  if (number < 0 || number >= repetitions) throw std::out_of_range("no such repetition");
  RepetitionPlan repetition;
  repetition.seed = split_mix(plan.test_set().seed(), static_cast<std::uint64_t>(number));
  for (const Flow& flow : test_case.workload().flows()) {
    std::int64_t start = flow.start();
    if (flow.has_start_spread()) {
      const StartSpread& spread = flow.start_spread();
      // At most 1 h (3.6e12 ns) x 100000 repetitions, which fits into 64 bits.
      const std::int64_t span = spread.to() - spread.from();
      if (spread.rule() == StartSpread::UNIFORM)
        start = uniform_start(repetition.seed, flow);
      else if (plan.test_set().has_until())  // it may end after any repetition
        start = spread.from() + spread_evenly(span, number);
      else
        start = spread.from() + span * number / repetitions;
    }
    repetition.starts.push_back({flow.name(), Duration::nanoseconds(start)});
  }
  return repetition;
}

Duration latest_start(const TestSet& test_set, const Flow& flow) {
  return Duration::nanoseconds(test_set.settle() +
                               (flow.has_start_spread() ? flow.start_spread().to() : flow.start()));
}

Duration latest_start(const TestSet& test_set, const Workload& workload) {
  auto latest = Duration::nanoseconds(test_set.settle());
  for (const Flow& flow : workload.flows()) latest = std::max(latest, latest_start(test_set, flow));
  return latest;
}

std::string parallel_problem(const std::string& text) {
  if (text == "auto") return {};
  if (const auto number = to_number<int>(text); number && *number >= 1 && *number <= kMaxSlots)
    return {};
  return fmt::format("'{}' is neither auto nor a number from 1 to {}", text, kMaxSlots);
}

std::optional<int> parallel_slots(const TestSet& test_set) {
  if (test_set.parallel() == "auto") return {};
  return std::max(1, std::atoi(test_set.parallel().c_str()));  // may be any text
}

}  // namespace seawind
