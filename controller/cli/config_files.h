// SPDX-License-Identifier: GPL-3.0-or-later
// `seawind profiles|routers|tcp|workloads list|show`: the configuration files of one kind.
#pragma once

#include <string>

#include "controller/cli/verbs.h"

namespace seawind {

/// Adds the verb `kind` (a folder of configs/) with `list` and `show`, and returns it.
CLI::App& add_config_verb(CLI::App& app, Action& action, const std::string& kind);

}  // namespace seawind
