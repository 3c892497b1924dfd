// SPDX-License-Identifier: GPL-3.0-or-later
// The resolved test set of a campaign directory may be a stranger's.
#pragma once

#include <cstddef>

#include "controller/testset/testset.pb.h"

namespace seawind {

inline constexpr std::size_t kLargestPlan = 256 << 20;  // bytes of resolved.json

/// What no program of ours writes into a plan: ids that are no names, cases out of order, texts
/// with control characters. Throws Error with the first of it.
void check_plan(const Plan& plan);

}  // namespace seawind
