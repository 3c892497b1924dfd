// SPDX-License-Identifier: GPL-3.0-or-later
// The location of the configuration files that come with Seawind.
#pragma once

#include <filesystem>
#include <string>

namespace seawind {

/// The first of: `given` (--configs); $SEAWIND_CONFIGS; configs/ of the source tree, when run from
/// its build tree; the files installed under the same prefix (<prefix>/share/seawind).
std::filesystem::path configs_root(const std::string& given);

/// The file of published values of the reference experiments in the shipped configuration; empty:
/// there is none.
std::string shipped_reference();

}  // namespace seawind
