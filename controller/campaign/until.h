// SPDX-License-Identifier: GPL-3.0-or-later
// Decides when a case has been repeated often enough (`until` of the test set).
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "controller/store/store.h"
#include "controller/testset/testset.pb.h"

namespace seawind {

/// The first repetition that is not needed: the smallest n, at least min_repetitions, for which the
/// interval over the values of repetitions 0 to n - 1 is narrow enough. All of those must
/// have ended, so the result does not depend on the order in which they ended. Nothing when all are
/// needed or the decision is still open. `states`: by number; `values`: of the repetitions that are
/// done, by number.
std::optional<int> first_unneeded(const Until& until, const std::vector<RepetitionState>& states,
                                  const std::map<int, double>& values);

}  // namespace seawind
