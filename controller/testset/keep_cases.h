// SPDX-License-Identifier: GPL-3.0-or-later
// Reduces a plan to the cases that meet a condition (`seawind run --case`).
#pragma once

#include "controller/testset/case_expression.h"
#include "controller/testset/testset.pb.h"

namespace seawind {

/// Removes the cases that do not meet the condition and numbers the remaining ones from 0. A case
/// that remains keeps its name and its seeds. Returns the number of remaining cases.
int keep_cases(const CaseExpression& condition, Plan& plan);

}  // namespace seawind
