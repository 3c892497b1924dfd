// SPDX-License-Identifier: GPL-3.0-or-later
// Removing, renaming and moving of keys and items.
#include <algorithm>

#include "gui/document/lines.h"
#include "gui/document/text_edits.h"

namespace seawind::gui {
namespace {

using layout::line_end;
using layout::line_start;
using Style = layout::Value::Style;

}  // namespace

std::optional<Replacement> TextEdits::remove(const Path& path) const {
  const Found found = follow(path);
  if (path.empty() || found.members.size() != path.size()) return {};
  const Value& in = *found.values[path.size() - 1];
  const auto index = static_cast<std::size_t>(found.members.back() - in.members.data());
  if (in.is_inline()) return remove_between_brackets(in, index);
  return remove_lines(in, index, &in == &root_);
}

Replacement TextEdits::remove_lines(const Value& in, std::size_t index, bool is_root) const {
  const Member& member = in.members[index];
  const std::size_t columns = layout::column(t_, in.begin);
  const std::size_t end = extent(member, columns);
  if (!alone_on_line(
          member.begin)) {  // after the dash of an item: the next key moves to this place
    std::size_t next = next_line(t_, end);
    while (next < t_.size() && (t_[next] == ' ' || t_[next] == '\n' || t_[next] == '\r')) ++next;
    return {member.begin, next, {}};
  }
  Replacement out{
      line_start(t_, own_comments(member, columns, is_root && index == 0)), next_line(t_, end), {}};
  const bool behind_blank = out.begin > 0 && is_blank(line_at(t_, line_start(t_, out.begin - 1)));
  if (behind_blank && (out.end >= t_.size() || is_blank(line_at(t_, out.end)))) {
    out.begin = line_start(t_, out.begin - 1);
  }
  if (out.end == t_.size() && t_[out.end - 1] != '\n' && out.begin > 0) {
    out.begin =
        line_end(t_, line_start(t_, out.begin - 1));  // the file still ends without a line break
  }
  return out;
}

Replacement TextEdits::remove_between_brackets(const Value& in, std::size_t index) const {
  const Member& member = in.members[index];
  if (in.members.size() == 1) return {in.begin + 1, in.end - 1, {}};
  if (index + 1 < in.members.size()) {
    const std::size_t next = in.members[index + 1].begin;
    const std::string between = t_.substr(member.end, next - member.end);
    if (between.find('#') == std::string::npos) return {member.begin, next, {}};
    const std::size_t comma = between.find_first_not_of(" \t,");
    return {member.begin, member.end + std::min(comma, between.size()), {}};
  }
  const std::size_t before = in.members[index - 1].end;
  std::string between = t_.substr(before, member.begin - before);
  if (between.find('#') == std::string::npos) return {before, member.end, {}};
  between.erase(std::min(between.find(','), between.find('#')), 1);
  return {before, member.end, between};
}

std::optional<Replacement> TextEdits::rename(const Path& path, const std::string& key) const {
  const Found found = follow(path);
  if (path.empty() || found.members.size() != path.size() || !path.back().is_key()) return {};
  const Member& member = *found.members.back();
  return Replacement{member.begin, member.key_end, quoted_scalar(key)};
}

std::optional<Replacement> TextEdits::move(const Path& list, int from, int to) const {
  const Found found = follow(list);
  if (found.members.size() != list.size() || !found.values.back()->is_list()) return {};
  const Value& in = *found.values.back();
  const int size = static_cast<int>(in.members.size());
  if (from < 0 || to < 0 || from >= size || to >= size) return {};
  // The text that moves, without its line break; the text between the regions stays in place.
  struct Region {
    std::size_t begin, end;
  };
  std::vector<Region> regions;
  const std::size_t columns = in.is_block() ? layout::column(t_, in.begin) : 0;
  for (const Member& member : in.members) {
    if (in.is_block()) {
      regions.push_back({own_comments(member, columns, false), extent(member, columns)});
    } else {
      regions.push_back({member.value.outer, member.end});
    }
  }
  std::vector<Region> order = regions;
  const auto first = order.begin();
  if (from < to) {
    std::rotate(first + from, first + from + 1, first + to + 1);
  } else {
    std::rotate(first + to, first + from, first + from + 1);
  }
  Replacement out{regions.front().begin, regions.back().end, {}};
  for (std::size_t i = 0; i < order.size(); ++i) {
    out.with += t_.substr(order[i].begin, order[i].end - order[i].begin);
    if (i + 1 < order.size()) {
      out.with += t_.substr(regions[i].end, regions[i + 1].begin - regions[i].end);
    }
  }
  return out;
}

std::optional<std::string> TextEdits::block(const Path& path) const {
  const Found found = follow(path);
  if (found.members.size() != path.size()) return {};
  const Value& value = *found.values.back();
  if (value.style == Style::kAlias) return {};
  if (!value.is_block()) return t_.substr(value.begin, value.end - value.begin) + "\n";
  const std::size_t columns = layout::column(t_, value.begin);
  const std::size_t begin = own_comments(value.members[0], columns, path.empty());
  const std::size_t end = extent(value.members.back(), columns);
  std::string out;
  for (const std::string& line : lines_of(t_.substr(begin, end - begin))) {
    const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
    out += (out.empty() ? line : line.substr(std::min(columns, blanks))) + "\n";
  }
  return out;
}

}  // namespace seawind::gui
