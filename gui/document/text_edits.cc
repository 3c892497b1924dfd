// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/text_edits.h"

#include <algorithm>

namespace seawind::gui {
namespace {

using layout::kNowhere;
using layout::line_end;
using layout::line_start;
using Style = layout::Value::Style;

constexpr std::size_t kUsualStep = 2;

std::vector<std::string> lines_of(const std::string& block) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < block.size();) {
    const std::size_t end = std::min(block.find('\n', at), block.size());
    std::string line = block.substr(at, end - at);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(std::move(line));
    at = end + 1;
  }
  while (!lines.empty() && lines.back().find_first_not_of(" \t") == std::string::npos) {
    lines.pop_back();
  }
  return lines;
}

std::string trimmed_right(std::string text) {
  const std::size_t last = text.find_last_not_of(" \t");
  text.resize(last == std::string::npos ? 0 : last + 1);
  return text;
}

std::size_t next_line(std::string_view text, std::size_t at) {
  const std::size_t found = text.find('\n', at);
  return found == kNowhere ? text.size() : found + 1;
}

// The line that begins at `start`, without its line break.
std::string_view line_at(std::string_view text, std::size_t start) {
  return text.substr(start, line_end(text, start) - start);
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

SchemaNode::Shape shape_or_text(const SchemaNode* node) {
  return node == nullptr ? SchemaNode::Shape::kText : node->shape;
}

}  // namespace

TextEdits::TextEdits(const std::string& text, const layout::Value& root, const SchemaNode* schema)
    : t_(text), root_(root), schema_(schema) {
  if (const std::size_t first = t_.find('\n'); first != kNowhere && first > 0) {
    if (t_[first - 1] == '\r') eol_ = "\r\n";
  }
  measure(root_);
}

void TextEdits::measure(const Value& value) {
  if (map_step_ && list_step_) return;
  for (const Member& member : value.members) {
    if (value.style == Style::kBlockMap && member.value.is_block() &&
        !same_line(member.begin, member.value.begin)) {
      const std::size_t step =
          layout::column(t_, member.value.begin) - layout::column(t_, value.begin);
      auto& known = member.value.is_list() ? list_step_ : map_step_;
      if (!known) known = step;
    }
    measure(member.value);
  }
}

TextEdits::Found TextEdits::follow(const Path& path) const {
  Found found;
  found.values.push_back(&root_);
  for (const Part& part : path) {
    const Value& in = *found.values.back();
    const Member* next = nullptr;
    if (part.is_key() && in.is_map()) {
      const auto at = std::find_if(in.members.begin(), in.members.end(),
                                   [&](const Member& m) { return m.key == part.key; });
      if (at != in.members.end()) next = &*at;
    } else if (!part.is_key() && in.is_list() && part.index < static_cast<int>(in.members.size())) {
      next = &in.members[static_cast<std::size_t>(part.index)];
    }
    if (next == nullptr) break;
    found.members.push_back(next);
    found.values.push_back(&next->value);
  }
  return found;
}

bool TextEdits::same_line(std::size_t a, std::size_t b) const {
  return line_start(t_, a) == line_start(t_, b);
}

bool TextEdits::alone_on_line(std::size_t at) const {
  return layout::is_blank_between(t_, line_start(t_, at), at);
}

std::string TextEdits::rest_of_line(std::size_t at) const {
  return trimmed_right(t_.substr(at, line_end(t_, at) - at));
}

std::string TextEdits::joined(const std::vector<std::string>& lines, std::size_t from,
                              const std::string& indent) const {
  std::string text;
  for (std::size_t i = from; i < lines.size(); ++i) {
    text += eol_;
    if (!lines[i].empty()) text += indent + lines[i];
  }
  return text;
}

// The end of the last line of a member of a block. Comment lines after the member belong to it if
// they are indented more than it is.
std::size_t TextEdits::extent(const Member& member, std::size_t columns) const {
  std::size_t end = line_end(t_, member.end);
  for (std::size_t line = next_line(t_, end); line < t_.size(); line = next_line(t_, line)) {
    const std::string_view text = line_at(t_, line);
    if (is_blank(text)) continue;
    const std::size_t indent = text.find_first_not_of(" \t");
    if (text[indent] != '#' || indent <= columns) break;
    end = line + text.size();
  }
  return end;
}

// The begin of the comment lines directly above the member, or of the member if there are none.
// Comments at the beginning of the file belong to the file.
std::size_t TextEdits::own_comments(const Member& member, std::size_t columns,
                                    bool is_first_of_root) const {
  if (!alone_on_line(member.begin)) return member.begin;
  std::size_t first = member.begin;
  std::size_t line = line_start(t_, member.begin);
  while (line > 0) {
    const std::size_t above = line_start(t_, line - 1);
    const std::string_view text = line_at(t_, above);
    const std::size_t indent = text.find_first_not_of(" \t");
    if (indent != columns || text[indent] != '#') break;
    line = above;
    first = above + indent;
  }
  return is_first_of_root && line == 0 ? member.begin : first;
}

TextEdits::Content TextEdits::wrap(const Part& part, Content content) const {
  using Form = Content::Form;
  Content out;
  const std::string key = part.is_key() ? quoted_scalar(part.key) + ":" : "-";
  out.form = part.is_key() ? Form::kMap : Form::kList;
  out.flow = part.is_key() ? "{" + key + " " + content.flow + "}" : "[" + content.flow + "]";
  std::size_t step = 2;
  if (part.is_key()) {
    step = content.form == Form::kList ? list_step_.value_or(kUsualStep)
                                       : map_step_.value_or(kUsualStep);
  }
  const std::string indent(step, ' ');
  std::size_t i = 0;
  const bool behind = content.form == Form::kInline || content.form == Form::kTail;
  if (behind || !part.is_key()) {
    const std::string& first = content.lines.at(i++);
    out.lines.push_back(first.empty() ? key : key + " " + first);
  } else {
    out.lines.push_back(key);
  }
  for (; i < content.lines.size(); ++i) {
    out.lines.push_back(content.lines[i].empty() ? "" : indent + content.lines[i]);
  }
  return out;
}

std::optional<Replacement> TextEdits::set(const Path& path, const std::string& yaml,
                                          const config::Node& value) const {
  Content content;
  content.lines = {yaml};
  // A plain value can need quotes only inside brackets.
  content.flow =
      value.kind == config::Node::Kind::kScalar && yaml == value.text ? quoted_scalar(yaml) : yaml;
  return put(path, std::move(content));
}

std::optional<TextEdits::Content> TextEdits::content_of(const std::string& block,
                                                        const config::Node& value) {
  Content content;
  content.lines = lines_of(block);
  if (content.lines.empty()) return {};
  content.flow = to_flow(value);
  if (const auto inside = layout::read_layout(block); inside && inside->is_block()) {
    content.form = inside->is_list() ? Content::Form::kList : Content::Form::kMap;
  } else if (content.lines.size() > 1) {
    content.form = Content::Form::kTail;
  }
  return content;
}

std::optional<Replacement> TextEdits::set_block(const Path& path, const std::string& block,
                                                const config::Node& value) const {
  auto content = content_of(block, value);
  if (!content) return {};
  return put(path, std::move(*content));
}

std::optional<Replacement> TextEdits::insert_item(const Path& item, const std::string& block,
                                                  const config::Node& value) const {
  const Found found = follow(item);
  auto content = content_of(block, value);
  if (item.empty() || item.back().is_key() || found.members.size() != item.size() || !content) {
    return {};
  }
  const Value& in = *found.values[item.size() - 1];
  const Member& next = *found.members.back();
  if (in.is_flow()) return Replacement{next.begin, next.begin, content->flow + ", "};
  const std::size_t columns = layout::column(t_, in.begin);
  const std::string indent(columns, ' ');
  const std::size_t at = own_comments(next, columns, false);
  const Content wrapped = wrap(item.back(), std::move(*content));
  return Replacement{
      at, at, joined(wrapped.lines, 0, indent).substr(eol_.size() + columns) + eol_ + indent};
}

std::optional<Replacement> TextEdits::put(const Path& path, Content content) const {
  if (path.empty()) return {};
  const Found found = follow(path);
  if (found.members.size() == path.size()) return put_value(found, path.size(), content);
  return insert(found, path, content);
}

// `depth`: the number of parts of the path that lead to the value.
std::optional<Replacement> TextEdits::put_value(const Found& found, std::size_t depth,
                                                const Content& content) const {
  using Form = Content::Form;
  const Value& value = *found.values[depth];
  const Value& in = *found.values[depth - 1];
  const Member& member = *found.members[depth - 1];
  if (!in.is_block()) {
    if (value.style != Style::kEmpty) return Replacement{value.begin, value.end, content.flow};
    const std::string front = member.after == kNowhere && in.is_map() ? ": " : " ";
    return Replacement{value.begin, value.begin, front + content.flow};
  }
  const std::size_t columns = layout::column(t_, in.begin);
  const bool below = value.style != Style::kEmpty && !same_line(member.after, value.outer);
  if (content.form == Form::kInline) {
    if (value.style == Style::kEmpty) {
      return Replacement{member.after, member.after, " " + content.lines[0]};
    }
    if (!below || !value.is_block()) return Replacement{value.begin, value.end, content.lines[0]};
    return Replacement{member.after, extent(member, columns),
                       " " + content.lines[0] + rest_of_line(member.after)};
  }
  Replacement out{member.after, line_end(t_, member.after), {}};
  std::string comment = rest_of_line(member.after);
  if (below) {
    out.end = value.is_block() ? extent(member, columns) : value.end;
  } else if (value.style != Style::kEmpty) {
    out.end = value.is_block() ? extent(member, columns) : line_end(t_, value.end);
    comment = value.is_block() ? std::string() : rest_of_line(value.end);
  }
  std::size_t step = 2;
  if (in.is_map()) {
    step = content.form == Form::kList ? list_step_.value_or(kUsualStep)
                                       : map_step_.value_or(kUsualStep);
  }
  const std::string indent(columns + step, ' ');
  const bool behind = content.form == Form::kTail || (in.is_list() && comment.empty());
  out.with = behind ? " " + content.lines[0] + comment : comment;
  out.with += joined(content.lines, behind ? 1 : 0, indent);
  return out;
}

std::optional<Replacement> TextEdits::insert(const Found& found, const Path& path,
                                             const Content& content) const {
  const std::size_t depth = found.members.size();
  const Value& in = *found.values.back();
  Content wrapped = content;
  for (std::size_t i = path.size(); i > depth; --i) wrapped = wrap(path[i - 1], std::move(wrapped));
  const Part& part = path[depth];
  const bool bare = in.is_flow() && in.members.empty();
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

std::optional<Replacement> TextEdits::remove(const Path& path) const {
  const Found found = follow(path);
  if (path.empty() || found.members.size() != path.size()) return {};
  const Value& in = *found.values[path.size() - 1];
  const auto index = static_cast<std::size_t>(found.members.back() - in.members.data());
  if (in.is_flow()) return remove_between_brackets(in, index);
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

namespace {

// The path of the last alias in the text.
std::optional<Path> last_alias(const layout::Value& value) {
  if (value.style == Style::kAlias) return Path{};
  for (std::size_t i = value.members.size(); i-- > 0;) {
    auto inner = last_alias(value.members[i].value);
    if (!inner) continue;
    const Part part =
        value.is_map() ? Part{value.members[i].key, -1} : Part{std::string(), static_cast<int>(i)};
    inner->insert(inner->begin(), part);
    return inner;
  }
  return {};
}

}  // namespace

std::optional<std::string> without_aliases(const std::string& text, const layout::Value& root,
                                           const config::Node& tree) {
  std::string out = text;
  std::optional<layout::Value> now = root;
  for (auto path = last_alias(*now); path; path = last_alias(*now)) {
    const config::Node* node = node_at(tree, *path);
    if (node == nullptr) return {};
    const auto change = TextEdits(out, *now, nullptr).set_block(*path, to_block(*node), *node);
    if (!change) return {};
    out.replace(change->begin, change->end - change->begin, change->with);
    now = layout::read_layout(out);
    if (!now) return {};
  }
  return out == text ? std::nullopt : std::optional(out);
}

Removal removal_of(const Path& path, const config::Node& tree, const SchemaNode* schema) {
  Removal removal{path};
  while (removal.path.size() > 1) {
    const Path around(removal.path.begin(), removal.path.end() - 1);
    const config::Node* node = node_at(tree, around);
    if (node == nullptr || node->entries.size() + node->items.size() != 1) break;
    removal.path = around;
    const SchemaNode* described =
        schema == nullptr
            ? nullptr
            : schema_at(*schema, QString::fromStdString(join_path(around, around.size())));
    if (described != nullptr && !described->choice.isEmpty()) {
      removal.empty = true;
      break;
    }
  }
  return removal;
}

}  // namespace seawind::gui
