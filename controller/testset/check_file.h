// SPDX-License-Identifier: GPL-3.0-or-later
// Checks one file as `seawind validate` does, for the command line and for editors.
#pragma once

#include <google/protobuf/message.h>

#include <filesystem>
#include <memory>
#include <string>

#include "common/config_reader.h"

namespace seawind {

/// The kind of a file, which is the folder that contains it: profiles, routers, tcp, workloads,
/// testsets, labs, engines or links. In any other folder: the kind that has most of the file's
/// keys, testsets first; testsets if the file cannot be read.
std::string config_kind(const std::filesystem::path& file);

/// Reads and checks a file of `kind`, which is not testsets. References are looked up in the parent
/// of the file's folder, then in `configs`. Returns nothing when there are problems.
std::unique_ptr<google::protobuf::Message> read_checked(const std::string& kind,
                                                        const std::filesystem::path& file,
                                                        const std::filesystem::path& configs,
                                                        Diagnostics& problems,
                                                        const UnsavedTexts& unsaved = {});

/// Checks the file as one of `kind` (see above). A test set is checked together with all files it
/// names. A text of `unsaved` replaces the content of its file.
void check_file(const std::string& kind, const std::filesystem::path& file,
                const std::filesystem::path& configs, Diagnostics& problems,
                const UnsavedTexts& unsaved = {});

}  // namespace seawind
