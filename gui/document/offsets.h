// SPDX-License-Identifier: GPL-3.0-or-later
// Between the two ways of counting: bytes of UTF-8 (the configuration reader, the layout) and
// characters of a QString (UTF-16). And between places and paths.
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
  int characters(std::size_t byte) const;
  std::size_t bytes(int character) const;

 private:
  std::string_view text_;
};

/// What stands at a path; null: nothing, or behind an alias.
const layout::Value* value_at(const layout::Value& root, const Path& path);
const layout::Member* member_at(const layout::Value& root, const Path& path);

/// The path of the innermost key or item at an offset (on its lines); empty: none.
std::string path_at_offset(std::string_view text, const layout::Value& root, std::size_t at);

}  // namespace seawind::gui
