// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/offsets.h"

#include <algorithm>

namespace seawind::gui {
namespace {

// The number of UTF-16 units of the character with this first byte; 0 for a continuation byte.
int units_of(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if ((byte & 0xC0U) == 0x80U) return 0;
  return byte >= 0xF0U ? 2 : 1;
}

}  // namespace

int Offsets::characters(std::size_t byte) const {
  int count = 0;
  for (std::size_t i = 0; i < std::min(byte, text_.size()); ++i) count += units_of(text_[i]);
  return count;
}

std::size_t Offsets::bytes(int character) const {
  std::size_t i = 0;
  for (int count = 0; i < text_.size(); ++i) {
    const int units = units_of(text_[i]);
    if (units > 0 && count >= character) break;
    count += units;
  }
  return i;
}

const layout::Member* member_of(const layout::Value& in, const Part& part) {
  const auto& members = in.members;
  auto found = members.end();
  if (part.is_key() && in.is_map()) {
    found = std::find_if(members.begin(), members.end(),
                         [&](const layout::Member& m) { return m.key == part.key; });
  } else if (!part.is_key() && in.is_list() && part.index < static_cast<int>(members.size())) {
    found = members.begin() + part.index;
  }
  return found == members.end() ? nullptr : &*found;
}

const layout::Value* value_at(const layout::Value& root, const Path& path) {
  const layout::Value* value = &root;
  for (const Part& part : path) {
    const layout::Member* member = member_of(*value, part);
    if (member == nullptr) return nullptr;
    value = &member->value;
  }
  return value;
}

std::string path_at_offset(std::string_view text, const layout::Value& root, std::size_t at) {
  Path path;
  const layout::Value* value = &root;
  for (bool deeper = true; deeper;) {
    deeper = false;
    for (std::size_t i = 0; i < value->members.size(); ++i) {
      const layout::Member& member = value->members[i];
      // A member of a block owns whole lines, unless another token precedes it on its first line.
      std::size_t begin = member.begin;
      std::size_t end = member.end;
      if (value->is_block()) {
        if (layout::is_blank_between(text, layout::line_start(text, begin), begin)) {
          begin = layout::line_start(text, begin);
        }
        end = layout::line_end(text, end);
      }
      if (at < begin || at > end) continue;
      path.push_back(value->is_map() ? Part{member.key, -1} : Part{{}, static_cast<int>(i)});
      value = &member.value;
      deeper = true;
      break;
    }
  }
  return join_path(path, path.size());
}

}  // namespace seawind::gui
