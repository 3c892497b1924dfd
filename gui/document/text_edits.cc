// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/text_edits.h"

#include <algorithm>

#include "gui/document/lines.h"
#include "gui/document/offsets.h"

namespace seawind::gui {
namespace {

using layout::kNowhere;
using layout::line_end;
using layout::line_start;
using Style = layout::Value::Style;

constexpr std::size_t kUsualStep = 2;

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
    const Member* next = member_of(*found.values.back(), part);
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
  return put(path, content);
}

std::optional<TextEdits::Content> TextEdits::content_of(const std::string& block,
                                                        const config::Node& value) {
  Content content;
  content.lines = lines_of(block);
  if (content.lines.empty()) return {};
  content.flow = to_inline(value);
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
  return put(path, *content);
}

std::optional<Replacement> TextEdits::put(const Path& path, const Content& content) const {
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

}  // namespace seawind::gui
