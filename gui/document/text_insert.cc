// SPDX-License-Identifier: GPL-3.0-or-later
// New keys and items.
#include <algorithm>

#include "gui/document/lines.h"
#include "gui/document/text_edits.h"

namespace seawind::gui {
namespace {

using layout::line_start;
using Style = layout::Value::Style;

inline SchemaNode::Shape shape_or_text(const SchemaNode* node) {
  return node == nullptr ? SchemaNode::Shape::kText : node->shape;
}

}  // namespace

std::optional<Replacement> TextEdits::insert_item(const Path& item, const std::string& block,
                                                  const config::Node& value) const {
  const Found found = follow(item);
  auto content = content_of(block, value);
  if (item.empty() || item.back().is_key() || found.members.size() != item.size() || !content) {
    return {};
  }
  const Value& in = *found.values[item.size() - 1];
  const Member& next = *found.members.back();
  if (in.is_inline()) return Replacement{next.begin, next.begin, content->flow + ", "};
  const std::size_t columns = layout::column(t_, in.begin);
  const std::string indent(columns, ' ');
  const std::size_t at = own_comments(next, columns, false);
  const Content wrapped = wrap(item.back(), std::move(*content));
  return Replacement{
      at, at, joined(wrapped.lines, 0, indent).substr(eol_.size() + columns) + eol_ + indent};
}

std::optional<Replacement> TextEdits::insert(const Found& found, const Path& path,
                                             const Content& content) const {
  const std::size_t depth = found.members.size();
  const Value& in = *found.values.back();
  Content wrapped = content;
  for (std::size_t i = path.size(); i > depth; --i) wrapped = wrap(path[i - 1], std::move(wrapped));
  const Part& part = path[depth];
  const bool bare = in.is_inline() && in.members.empty();
  if (!part.is_key() && part.index != static_cast<int>(in.members.size())) return {};
  const bool fits = in.style == Style::kEmpty || (part.is_key() ? in.is_map() : in.is_list());
  if (!fits) return {};
  if (depth == 0 && (bare || in.style == Style::kEmpty)) {
    if (bare) {
      return Replacement{in.begin, in.end, joined(wrapped.lines, 0, "").substr(eol_.size())};
    }
    const bool open_end = !t_.empty() && t_.back() != '\n';
    const std::string lines = joined(wrapped.lines, 0, "");
    return Replacement{t_.size(), t_.size(), open_end ? lines : lines.substr(eol_.size()) + eol_};
  }
  if (in.is_block()) return insert_in_block(in, path, wrapped);
  const bool in_block = depth > 0 && found.values[depth - 1]->is_block();
  const bool long_form = content.form != Content::Form::kInline;
  if (in.style == Style::kEmpty || (bare && in_block && long_form)) {
    return put_value(found, depth, wrapped);
  }
  return insert_in_flow(in, Path(path.begin(), path.begin() + static_cast<long>(depth) + 1),
                        wrapped);
}

int TextEdits::place_of(const Value& map, const Path& path) const {
  const int last = static_cast<int>(map.members.size()) - 1;
  if (schema_ == nullptr || !path.back().is_key()) return last;
  const SchemaNode* node =
      schema_at(*schema_, QString::fromStdString(join_path(path, path.size() - 1)));
  if (node == nullptr || shape_or_text(node) == SchemaNode::Shape::kMap) return last;
  const auto order = [&](const std::string& key) {
    const auto& all = node->children;
    const auto at = std::find_if(all.begin(), all.end(), [&](const SchemaNode* one) {
      return one->key == QString::fromStdString(key);
    });
    return at == all.end() ? -1 : static_cast<int>(at - all.begin());
  };
  const int wanted = order(path.back().key);
  if (wanted < 0) return last;
  int best = -1;
  int best_order = -1;
  for (int i = 0; i <= last; ++i) {
    const int found = order(map.members[static_cast<std::size_t>(i)].key);
    if (found < wanted && found > best_order) {
      best = i;
      best_order = found;
    }
  }
  return best;
}

std::optional<Replacement> TextEdits::insert_in_block(const Value& in, const Path& path,
                                                      const Content& content) const {
  const Found found = follow(path);
  const Path here(path.begin(), path.begin() + static_cast<long>(found.members.size()) + 1);
  const std::size_t columns = layout::column(t_, in.begin);
  const std::string indent(columns, ' ');
  const int place = place_of(in, here);
  if (place < 0) {
    const Member& next = in.members[0];
    const std::size_t at = own_comments(next, columns, &in == &root_);
    return Replacement{
        at, at, joined(content.lines, 0, indent).substr(eol_.size() + columns) + eol_ + indent};
  }
  // If blank lines separate the sections, a blank line goes before the new one as well.
  const bool apart = content.lines.size() > 1 &&
                     std::any_of(in.members.begin(), in.members.end(), [&](const Member& member) {
                       const std::size_t top = line_start(t_, own_comments(member, columns, false));
                       return top > 0 && is_blank(line_at(t_, line_start(t_, top - 1)));
                     });
  const std::size_t at = extent(in.members[static_cast<std::size_t>(place)], columns);
  return Replacement{at, at, (apart ? eol_ : "") + joined(content.lines, 0, indent)};
}

// `path` ends with the new key or index; `content` includes the map or list around it.
std::optional<Replacement> TextEdits::insert_in_flow(const Value& in, const Path& path,
                                                     const Content& content) const {
  const std::string entry =
      content.flow.substr(1, content.flow.size() - 2);  // without its brackets
  if (in.members.empty()) return Replacement{in.begin + 1, in.begin + 1, entry};
  const int place = place_of(in, path);
  if (place < 0) {
    const std::size_t at = in.members[0].begin;
    return Replacement{at, at, entry + ", "};
  }
  const std::size_t at = in.members[static_cast<std::size_t>(place)].end;
  return Replacement{at, at, ", " + entry};
}

}  // namespace seawind::gui
