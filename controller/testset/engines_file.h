// SPDX-License-Identifier: GPL-3.0-or-later
// The file of the batch systems (engines.proto).
#pragma once

#include <filesystem>

#include "controller/testset/cross_checks.h"
#include "controller/testset/engines.pb.h"

namespace seawind {

/// Checks what the descriptor cannot express: paths are absolute, and an option is one line that
/// begins with a hyphen.
void check_engines(const Document<Engines>& engines, Diagnostics& problems);

/// Throws UsageError with all problems of the file. Without a file: the defaults.
Engines read_engines(const std::filesystem::path& file);

/// ~/.config/seawind/engines.yaml. Throws Error without a home.
std::filesystem::path engines_file();

}  // namespace seawind
