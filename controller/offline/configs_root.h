// SPDX-License-Identifier: GPL-3.0-or-later
// Where the configuration files that come with Seawind are.
#pragma once

#include <filesystem>
#include <string>

namespace seawind {

/// `given` (--configs) if not empty, else $SEAWIND_CONFIGS, else configs/ of the source tree when
/// run from its build tree, else those installed under the same prefix (<prefix>/share/seawind).
std::filesystem::path configs_root(const std::string& given);

}  // namespace seawind
