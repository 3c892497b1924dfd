// SPDX-License-Identifier: GPL-3.0-or-later
// Rules between several keys of a flow's generator.
#pragma once

#include <string>

#include "controller/testset/cross_checks.h"

namespace seawind {

/// `path` is the flow's place in the file ("flows[0]").
void check_generator(const Document<Workload>& workload, const Flow& flow, const std::string& path,
                     Diagnostics& problems);

}  // namespace seawind
