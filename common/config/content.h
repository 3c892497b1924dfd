// SPDX-License-Identifier: GPL-3.0-or-later
// Data files that a document names: tables, lists and traces. They are read together with the
// document, and the message carries their content, so its receiver opens no file.
#pragma once

#include "common/config/rules.h"
#include "common/config/tree.h"

namespace seawind::config {

inline constexpr std::size_t kLargestContent = 16 << 20;   // bytes of a file a document names
inline constexpr std::size_t kLargestContents = 64 << 20;  // of all files; repetitions count again

/// Reads the data file that `node` names and fills the sibling fields of `field` in `out`. The name
/// is relative to the document; Param.reads of `field` gives the format. `outer`: the rules of the
/// parameter that holds the distribution. Problems have the line of the data file. `left`: bytes
/// that the document may still read; reduced by those of the file.
void read_content(const FieldDescriptor& field, const Param& outer, const Node& node, Message& out,
                  std::size_t& left, Diagnostics& problems);

}  // namespace seawind::config
