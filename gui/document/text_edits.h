// SPDX-License-Identifier: GPL-3.0-or-later
// Computes edits of a document as text: the single range to replace. Comments, order and layout
// outside the change are preserved.
//
// An edit may be wrong for unusual YAML. The caller must parse the resulting text and compare it
// with the same edit of the data (tree_edits.h).
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "gui/document/layout.h"
#include "gui/document/tree_edits.h"

namespace seawind::gui {

struct Replacement {
  std::size_t begin = 0;  // bytes
  std::size_t end = 0;
  std::string with;
};

/// Every function returns nothing if it cannot make the edit.
class TextEdits {
 public:
  /// All three arguments must outlive the object. Without a `schema` (null), new keys go to the
  /// end.
  TextEdits(const std::string& text, const layout::Value& root, const SchemaNode* schema);

  /// Replaces or creates a value. `yaml` has one line; `value` is its parsed form.
  std::optional<Replacement> set(const Path& path, const std::string& yaml,
                                 const config::Node& value) const;
  /// Like set(), with a block of several lines that begin in the first column.
  std::optional<Replacement> set_block(const Path& path, const std::string& block,
                                       const config::Node& value) const;
  /// Inserts an item before the existing item `item`. To append, use set_block().
  std::optional<Replacement> insert_item(const Path& item, const std::string& block,
                                         const config::Node& value) const;
  /// Removes the key or item; removal_of() gives the path.
  std::optional<Replacement> remove(const Path& path) const;
  /// Renames the key at the path.
  std::optional<Replacement> rename(const Path& path, const std::string& key) const;
  /// Moves an item with its comments; indices from 0.
  std::optional<Replacement> move(const Path& list, int from, int to) const;

  /// The value's text as a block that begins in the first column. Nothing if the value is absent or
  /// an alias.
  std::optional<std::string> block(const Path& path) const;

 private:
  using Value = layout::Value;
  using Member = layout::Member;

  /// Lines of YAML that become a value, or an entry of a map or list.
  struct Content {
    enum class Form { kInline, kTail, kMap, kList };  // kTail: begins after the key or dash
    Form form = Form::kInline;
    std::vector<std::string> lines;
    std::string flow;  // the content in one line
  };
  struct Found {
    std::vector<const Value*> values;  // the values along the path, root first
    std::vector<const Member*>
        members;  // members[i] is the member of values[i] that leads to values[i + 1]
  };

  Found follow(const Path& path) const;
  std::optional<Replacement> put(const Path& path, const Content& content) const;
  std::optional<Replacement> put_value(const Found& found, std::size_t depth,
                                       const Content& content) const;
  std::optional<Replacement> insert(const Found& found, const Path& path,
                                    const Content& content) const;
  std::optional<Replacement> insert_in_block(const Value& map, const Path& path,
                                             const Content& content) const;
  std::optional<Replacement> insert_in_flow(const Value& in, const Path& path,
                                            const Content& content) const;
  Replacement remove_lines(const Value& in, std::size_t index, bool is_root) const;
  Replacement remove_between_brackets(const Value& in, std::size_t index) const;

  static std::optional<Content> content_of(const std::string& block, const config::Node& value);
  Content wrap(const Part& part, Content content) const;
  /// The index of the member after which the schema places a new key; -1: before all.
  int place_of(const Value& map, const Path& path) const;
  /// The begin of the comment lines directly above the member, at indentation `columns`.
  std::size_t own_comments(const Member& member, std::size_t columns, bool is_first_of_root) const;
  /// The end of the last line that belongs to the member.
  std::size_t extent(const Member& member, std::size_t columns) const;
  bool alone_on_line(std::size_t at) const;
  bool same_line(std::size_t a, std::size_t b) const;
  std::string rest_of_line(std::size_t at) const;
  std::string joined(const std::vector<std::string>& lines, std::size_t from,
                     const std::string& indent) const;
  void measure(const Value& value);

  const std::string& t_;
  const Value& root_;
  const SchemaNode* schema_;
  std::string eol_ = "\n";
  std::optional<std::size_t> map_step_;  // indentation inside a map, measured in the file
  std::optional<std::size_t> list_step_;
};

}  // namespace seawind::gui
