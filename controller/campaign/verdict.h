// SPDX-License-Identifier: GPL-3.0-or-later
// The fidelity verdict: measured timing against the test set's limits.
#pragma once

#include <string>

#include "controller/store/store.h"
#include "controller/testset/testset.pb.h"

namespace seawind {

struct FidelityVerdict {
  std::string
      reason;  // empty: within all limits; otherwise the values beyond their limits, joined by "; "
  bool late = false;  // a value beyond its limit concerns timing, so fewer slots may help
};

/// Compares `fidelity` with `limits` (validated: every limit is present).
FidelityVerdict judge(const FidelityInfo& fidelity, const Limits& limits);

}  // namespace seawind
