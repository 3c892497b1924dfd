// SPDX-License-Identifier: GPL-3.0-or-later
// Files that a document names: tables, lists and traces. They are read here, beside the document,
// and their content travels in the message; whoever gets the message opens no file.
#pragma once

#include "common/config/rules.h"
#include "common/config/tree.h"

namespace seawind::config {

inline constexpr std::size_t kLargestContent = 16 << 20;  // bytes of a file a document names

/// Reads the file that `field` of `out` (Param.reads says its format) names as `node`, relative to
/// the document that names it, and fills the fields beside it. `outer`: the rules of the parameter
/// a law stands in. Problems name the line of the file.
void read_content(const FieldDescriptor& field, const Param& outer, const Node& node, Message& out,
                  Diagnostics& problems);

}  // namespace seawind::config
