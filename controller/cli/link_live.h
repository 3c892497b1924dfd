// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "controller/cli/verbs.h"

namespace seawind {

/// Adds the verbs of running links to the verb `link`.
void add_live_link(CLI::App& link, Action& action);

}  // namespace seawind
