// SPDX-License-Identifier: GPL-3.0-or-later
// One repetition over a slot of a laboratory, whose results are known beforehand: tests whether the
// machines are joined as the lab's file says, and how much their own network adds.
#pragma once

#include "controller/cli/checks.h"
#include "controller/testbed/testbed.h"

namespace seawind {

/// Takes some seconds. Throws Error.
Check test_lab_link(const SlotAccess& slot);

}  // namespace seawind
