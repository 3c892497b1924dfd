// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/keep_cases.h"

namespace seawind {
namespace {

ExpressionSubject subject_of(const Case& test_case) {
  ExpressionSubject subject;
  for (std::size_t i = 0; i < kAxisNames.size(); ++i) {
    const auto axis = test_case.axes().find(kAxisNames[i]);
    if (axis != test_case.axes().end()) subject.values[i] = axis->second;
  }
  return subject;
}

}  // namespace

int keep_cases(const CaseExpression& condition, Plan& plan) {
  int kept = 0;
  for (int i = 0; i < plan.cases_size(); ++i) {
    if (!condition(subject_of(plan.cases(i)))) continue;
    plan.mutable_cases()->SwapElements(kept, i);
    plan.mutable_cases(kept)->set_index(static_cast<std::uint32_t>(kept));
    ++kept;
  }
  plan.mutable_cases()->DeleteSubrange(kept, plan.cases_size() - kept);
  return kept;
}

}  // namespace seawind
