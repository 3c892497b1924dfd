// SPDX-License-Identifier: GPL-3.0-or-later
// One file checked as `seawind validate` does it, for the command line and for editors.
#pragma once

#include <filesystem>
#include <string>

#include "common/config_reader.h"

namespace seawind {

/// What a file is, by the folder it stands in: profiles, routers, tcp, workloads; testsets when
/// that says nothing.
std::string config_kind(const std::filesystem::path& file);

/// Checks the file as one of `kind` (above): by itself, and a test set with everything it names.
/// References are looked up in the folder above the file's own, then in `configs`. The texts of
/// `unsaved` stand in the place of what those files hold.
void check_file(const std::string& kind, const std::filesystem::path& file,
                const std::filesystem::path& configs, Diagnostics& problems,
                const UnsavedTexts& unsaved = {});

}  // namespace seawind
