// SPDX-License-Identifier: GPL-3.0-or-later
// What precedes an edit of the text: aliases that stand in its way, and what a removal includes.
#pragma once

#include <optional>
#include <string>

#include "gui/document/layout.h"
#include "gui/document/schema.h"
#include "gui/document/tree_edits.h"

namespace seawind::gui {

/// The text with every alias replaced by its value. `tree` is the parsed text. Nothing if the text
/// has no alias.
std::optional<std::string> without_aliases(const std::string& text, const layout::Value& root,
                                           const config::Node& tree);

/// What the removal of a path really removes: the path, or the outermost enclosing map or list that
/// would become empty. A map that is a choice by its presence (`discard: {}`) stays and becomes {}
/// (`leaves_empty_map`).
struct Removal {
  Path path;
  bool leaves_empty_map = false;  // the value becomes {}
};
Removal removal_of(const Path& path, const config::Node& tree, const SchemaNode* schema);

}  // namespace seawind::gui
