// SPDX-License-Identifier: GPL-3.0-or-later
// Documents merged with the files they extend, by the search and merge of the configuration reader.
#pragma once

#include <optional>

#include "common/config_reader.h"
#include "gui/document/yaml_document.h"

namespace seawind::gui {

/// The search path of references in the document `path`, as that of check_file(): its own library,
/// then the shipped files.
SearchPath search_path(const QString& path, const Places& places);

/// The file merged with the files it extends; each value has the location in its own file. Nothing
/// if a file cannot be found or read; `problems` has the reasons.
std::optional<config::Node> read_merged(Kind kind, const QString& path, const SearchPath& search,
                                        Diagnostics& problems);

/// Like read_merged(), for the file that the document extends. Nothing if it extends no file.
std::optional<config::Node> read_parent(const YamlDocument& document, const Places& places);

}  // namespace seawind::gui
