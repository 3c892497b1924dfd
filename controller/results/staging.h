// SPDX-License-Identifier: GPL-3.0-or-later
// Files for a folder of a campaign, written by what opens them by name: gnuplot, streams,
// exporters. They are made in a new directory that is ours alone, so that nothing can be planted
// there, and renamed into their folder when they are whole; a link of the same name is replaced,
// not followed.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "common/directory.h"

namespace seawind {

/// Calls `make` with the directory, then moves the files it has made to `folder`, relative to the
/// campaign and made when absent; also when it throws, for whoever looks for the reason. Errors
/// name files as they are called in the end. Throws Error.
void make_beneath(const std::filesystem::path& campaign, const std::string& folder,
                  const std::function<void(const std::filesystem::path& directory)>& make);

}  // namespace seawind
