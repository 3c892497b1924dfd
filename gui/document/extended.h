// SPDX-License-Identifier: GPL-3.0-or-later
// Documents merged with the files they extend, by the search and merge of the configuration reader.
#pragma once

#include <optional>

#include "common/config_reader.h"
#include "gui/places.h"

namespace seawind::gui {

/// The search path of references in the document `path`: its own library, the user's, the shipped
/// files.
SearchPath search_path(const QString& path, const Places& places);

/// The file merged with the files it extends; each value has the location in its own file. Nothing
/// if a file cannot be found or read; `problems` has the reasons.
std::optional<config::Node> read_merged(Kind kind, const QString& path, const SearchPath& search,
                                        Diagnostics& problems);

/// Like read_merged(), for the file that `reference` in the document `path` names.
std::optional<config::Node> read_parent(Kind kind, const QString& reference, const QString& path,
                                        const SearchPath& search);

}  // namespace seawind::gui
