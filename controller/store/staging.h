// SPDX-License-Identifier: GPL-3.0-or-later
// Files for a folder of a campaign, or for one of output, that are written by programs or libraries
// which open them by name: node, rsvg-convert, streams, exporters. The files are created in a new
// directory that only this user may write, so that nothing can be planted there. When they are
// complete they are renamed into their folder. A link of the same name is replaced, not followed.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "common/directory.h"

namespace seawind {

/// Calls `make` with the directory, then moves the created files to `folder`, which is relative to
/// the campaign and created when absent. Moves the files even when `make` throws, because they may
/// explain the failure. Errors contain the final names of the files. Throws Error.
void make_beneath(const std::filesystem::path& campaign, const std::string& folder,
                  const std::function<void(const std::filesystem::path& directory)>& make);
/// make_beneath() for the folder `target`.
void make_in(const Directory& target,
             const std::function<void(const std::filesystem::path& directory)>& make);

}  // namespace seawind
