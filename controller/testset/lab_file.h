// SPDX-License-Identifier: GPL-3.0-or-later
// The file of a laboratory (lab.proto).
#pragma once

#include <filesystem>

#include "controller/testset/cross_checks.h"
#include "controller/testset/lab.pb.h"

namespace seawind {

/// Whether interfaces of the machines carry the link, in place of tunnels.
bool has_wires(const Lab& lab);

/// Checks what the descriptor cannot express: the machines and their addresses are three, and
/// interfaces for the link are four or none.
void check_lab(const Document<Lab>& lab, Diagnostics& problems);

/// Throws UsageError with all problems of the file.
Lab read_lab(const std::filesystem::path& file, const UnsavedTexts& unsaved = {});

}  // namespace seawind
