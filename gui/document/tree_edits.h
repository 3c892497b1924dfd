// SPDX-License-Identifier: GPL-3.0-or-later
// The edits of a document as data: what a change of the text must come out as. Places (`at`) of the
// nodes mean nothing after an edit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/config/tree.h"
#include "gui/document/schema.h"

namespace seawind::gui {

/// One step of a path: a key, or the place in a list.
struct Part {
  std::string key;
  int index = -1;  // from 0; -1: a key
  bool is_key() const { return index < 0; }
};
using Path = std::vector<Part>;

/// Splits "flows[1].name". A key with dots in it is taken whole where the tree has it, or where the
/// schema says that a plain value follows. Nothing when it is not written like a path.
std::optional<Path> split_path(const std::string& path, const config::Node& tree,
                               const SchemaNode* schema);
std::string join_path(const Path& path, std::size_t parts);

const config::Node* node_at(const config::Node& root, const Path& path);

/// Where an edit goes beyond what is there, maps (and lists, for [0]) are made.
bool set_node(config::Node& root, const Path& path, config::Node value);
bool insert_node(config::Node& root, const Path& item, config::Node value);
bool remove_node(config::Node& root, const Path& path);
bool rename_node(config::Node& root, const Path& path, const std::string& key);
bool move_node(config::Node& root, const Path& list, int from, int to);

/// Equal as data: places, and the order of keys, do not count.
bool same_data(const config::Node& a, const config::Node& b);

/// The node as text of one line: {a: 1, b: [x, y]}.
std::string to_flow(const config::Node& node);
/// The node as a block that begins in the first column; what is short stands in one line.
std::string to_block(const config::Node& node);
/// The scalar as it may be written anywhere, in quotes only where it must.
std::string quoted_scalar(const std::string& text);
/// The value that a piece of YAML stands for; nothing: it is not one.
std::optional<config::Node> parse_value(const std::string& yaml, bool block);

}  // namespace seawind::gui
