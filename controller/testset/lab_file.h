// SPDX-License-Identifier: GPL-3.0-or-later
// The file of a laboratory (lab.proto).
#pragma once

#include <filesystem>

#include "controller/testset/cross_checks.h"
#include "controller/testset/lab.pb.h"

namespace seawind {

/// What the descriptor cannot say: the machines and their addresses are three.
void check_lab(const Document<Lab>& lab, Diagnostics& problems);

/// Throws UsageError with all problems of the file.
Lab read_lab(const std::filesystem::path& file, const UnsavedTexts& unsaved = {});

}  // namespace seawind
