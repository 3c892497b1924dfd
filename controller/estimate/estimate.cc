// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/estimate/estimate.h"

#include <algorithm>

#include "common/quantile.h"
#include "controller/campaign/admission.h"
#include "controller/estimate/attempt_time.h"
#include "controller/estimate/schedule.h"
#include "controller/testset/plan.h"

namespace seawind {
namespace {

Range range_of(const std::vector<double>& values) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return {*least, median(values), *most};
}

CaseEstimate estimate_case(const Plan& plan, const Case& c, const EarlierRuns& earlier) {
  CaseEstimate result;
  result.id = c.id();
  const AttemptEstimate computed = estimate_attempt(plan.test_set(), c);
  result.seconds = computed.seconds;
  result.bytes = computed.bytes;
  const auto found = earlier.cases.find(identity_of(plan.test_set(), c));
  result.programs = computed.programs;
  if (found == earlier.cases.end()) return result;
  result.measured = static_cast<int>(found->second.seconds.size());
  result.seconds = range_of(found->second.seconds);
  if (found->second.bytes.empty()) return result;
  result.bytes = range_of(found->second.bytes);
  result.programs = false;
  return result;
}

double total(const std::vector<CaseEstimate>& cases, double Range::*which,
             std::int64_t repetitions) {
  double sum = 0;
  for (const auto& c : cases) sum += c.bytes.*which;
  return sum * static_cast<double>(repetitions);
}

}  // namespace

AutoSlots auto_slots(int cores, int most) {
  return {Admission::automatic(cores, most, 0).allowed(), most};
}

Estimate estimate(const Plan& plan, const EarlierRuns& earlier, const AutoSlots& automatic) {
  const TestSet& set = plan.test_set();
  Estimate result;
  result.cases = plan.cases_size();
  const std::int64_t repetitions = set.repetitions();
  const std::int64_t fewest = set.has_until() ? set.until().min_repetitions() : repetitions;
  result.runs = result.cases * repetitions;
  result.least_runs = result.cases * std::min(fewest, repetitions);
  result.earlier_campaigns = earlier.campaigns;
  for (const Case& c : plan.cases()) {
    result.each.push_back(estimate_case(plan, c, earlier));
    result.programs |= result.each.back().programs;
    result.measured_cases += result.each.back().measured > 0 ? 1 : 0;
  }
  const auto fixed = parallel_slots(set);
  result.parallel_fixed = fixed.has_value();
  const int begin = earlier.parallel > 0 ? earlier.parallel : automatic.begin;
  const auto within = [&](int slots) {
    return static_cast<int>(
        std::clamp<std::int64_t>(slots, 1, std::max<std::int64_t>(result.runs, 1)));
  };
  result.parallel = within(fixed.value_or(begin));
  const int most_slots = within(fixed.value_or(std::max(automatic.most, begin)));
  const int fewest_slots = within(fixed.value_or(std::max(begin / 2, 1)));
  const auto duration = [&](double Range::*which, std::int64_t times, int slots) {
    std::vector<double> attempts;
    for (const auto& c : result.each) attempts.push_back(c.seconds.*which);
    return campaign_seconds(attempts, times, slots, kSetUpSeconds);
  };
  // Repeated attempts take time and disk space, too.
  const double repeated = std::max(earlier.attempts_each, 1.0);
  result.seconds = {duration(&Range::least, std::min(fewest, repetitions), most_slots),
                    duration(&Range::typical, repetitions, result.parallel) * repeated,
                    duration(&Range::most, repetitions, fewest_slots) * repeated};
  result.bytes = {total(result.each, &Range::least, std::min(fewest, repetitions)),
                  total(result.each, &Range::typical, repetitions) * repeated,
                  total(result.each, &Range::most, repetitions) * repeated};
  return result;
}

std::optional<double> free_space(const std::filesystem::path& directory) {
  std::error_code error;
  auto existing = std::filesystem::absolute(directory, error).lexically_normal();
  while (!existing.empty() && !std::filesystem::exists(existing, error) &&
         existing != existing.root_path())
    existing = existing.parent_path();
  const auto space = std::filesystem::space(existing, error);
  if (error) return {};
  return static_cast<double>(space.available);
}

}  // namespace seawind
