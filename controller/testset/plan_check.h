// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the resolved test set of a campaign directory, which may come from an untrusted source.
#pragma once

#include <cstddef>
#include <string_view>

#include "controller/testset/testset.pb.h"

namespace seawind {

inline constexpr std::size_t kLargestPlan = 256 << 20;  // limit on resolved.json

/// Objects in resolved.json. A parsed object takes about 200 bytes, also an empty one.
inline constexpr std::size_t kMaxPlanObjects = 5'000'000;

/// Values of any kind in resolved.json. A parsed text takes about 60 bytes.
inline constexpr std::size_t kMaxPlanValues = 20'000'000;

/// Throws Error if the text of a plan is nested too deep for the programs that read it, or has more
/// objects or values than these.
void check_size(std::string_view json);

/// Why no case can have this name, which is of plain names joined by `/`; empty: one can.
std::string case_name_problem(const std::string& name);

/// Rejects content that our programs never write into a plan: invalid or equal ids, cases out of
/// order, texts with control characters. Throws Error at the first such value.
void check_plan(const Plan& plan);

}  // namespace seawind
