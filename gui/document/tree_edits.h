// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of a document as data, which give the expected result of a text edit. The locations (`at`)
// of nodes are invalid after an edit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/config/tree.h"
#include "gui/document/schema.h"

namespace seawind::gui {

/// One step of a path: a key, or an index of a list.
struct Part {
  std::string key;
  int index = -1;  // from 0; -1: the step is a key
  bool is_key() const { return index < 0; }
};
using Path = std::vector<Part>;

/// Splits "flows[1].name". A key that contains dots is one step if the tree has that key, or if the
/// schema has a plain value there. Nothing if the text is not a path.
std::optional<Path> split_path(const std::string& path, const config::Node& tree,
                               const SchemaNode* schema);
/// The first `parts` steps as text: "flows[1].name".
std::string join_path(const Path& path, std::size_t parts);

/// "parent.key"; the key alone if `parent` is empty.
inline QString join_path(const QString& parent, const QString& key) {
  return parent.isEmpty() ? key : parent + '.' + key;
}

const config::Node* node_at(const config::Node& root, const Path& path);
/// The node at a path as text, relative to `root`; null if there is none.
const config::Node* node_at(const config::Node& root, const QString& path);

/// These edits return false if the path does not permit the edit. set_node() creates missing maps
/// on the path (and lists, for [0]).
bool set_node(config::Node& root, const Path& path, config::Node value);
bool insert_node(config::Node& root, const Path& item, config::Node value);
bool remove_node(config::Node& root, const Path& path);
bool rename_node(config::Node& root, const Path& path, const std::string& key);
bool move_node(config::Node& root, const Path& list, int from, int to);

/// Whether two nodes are equal as data, ignoring locations and the order of keys.
bool same_data(const config::Node& a, const config::Node& b);

/// The node as text of one line: {a: 1, b: [x, y]}.
std::string to_inline(const config::Node& node);
/// The node as a block that begins in the first column. Short values are written on one line.
std::string to_block(const config::Node& node);
/// The scalar as YAML that is valid at any place, quoted only if necessary.
std::string quoted_scalar(const std::string& text);
/// The value of a piece of YAML, as a block or as one flow value; nothing if it is not valid YAML.
std::optional<config::Node> parse_value(const std::string& yaml, bool block);

}  // namespace seawind::gui
