// SPDX-License-Identifier: GPL-3.0-or-later
// Converts offsets between bytes of UTF-8 (configuration reader, layout) and characters of a
// QString (UTF-16), and maps offsets to paths.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gui/document/layout.h"
#include "gui/document/tree_edits.h"

namespace seawind::gui {

class Offsets {
 public:
  explicit Offsets(std::string_view text) : text_(text) {}
  /// UTF-16 units before the byte offset.
  int characters(std::size_t byte) const;
  /// The byte offset of a position in UTF-16 units; at most the size of the text.
  std::size_t bytes(int character) const;

 private:
  std::string_view text_;
};

/// The member of `in` that the part of a path names; null if there is none.
const layout::Member* member_of(const layout::Value& in, const Part& part);
/// The value at a path; null if there is none or the path crosses an alias.
const layout::Value* value_at(const layout::Value& root, const Path& path);

/// The path of the innermost key or item at an offset (on its lines); empty: none.
std::string path_at_offset(std::string_view text, const layout::Value& root, std::size_t at);

}  // namespace seawind::gui
