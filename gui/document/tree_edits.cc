// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/tree_edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace seawind::gui {
namespace {

using config::Entry;
using config::Node;
using NodeKind = Node::Kind;

Node* step(Node& node, const Part& part) {
  if (!part.is_key()) {
    if (node.kind != NodeKind::kList || part.index >= static_cast<int>(node.items.size())) {
      return nullptr;
    }
    return &node.items[static_cast<std::size_t>(part.index)];
  }
  if (node.kind != NodeKind::kMap) return nullptr;
  for (Entry& entry : node.entries) {
    if (entry.key == part.key) return &entry.value;
  }
  return nullptr;
}

Node* walk(Node& root, const Path& path, std::size_t parts) {
  Node* node = &root;
  for (std::size_t i = 0; node != nullptr && i < parts; ++i) node = step(*node, path[i]);
  return node;
}

bool takes_free_text(const SchemaNode* node) {
  if (node == nullptr || node->shape != SchemaNode::Shape::kMap || node->item == nullptr) {
    return false;
  }
  return node->item->children.empty() && node->item->item == nullptr;
}

// The length of the next key in `path` from `at` on.
std::size_t key_length(const std::string& path, std::size_t at, const Node* node,
                       const SchemaNode* schema) {
  std::size_t longest = 0;
  if (node != nullptr) {
    for (const Entry& entry : node->entries) {
      const std::size_t end = at + entry.key.size();
      if (path.compare(at, entry.key.size(), entry.key) != 0) continue;
      if (end < path.size() && path[end] != '.' && path[end] != '[') continue;
      longest = std::max(longest, entry.key.size());
    }
  }
  if (longest > 0) return longest;
  if (takes_free_text(schema)) return path.size() - at;
  return std::min(path.find_first_of(".[", at), path.size()) - at;
}

const SchemaNode* schema_child(const SchemaNode* node, const std::string& key) {
  if (node == nullptr) return nullptr;
  return node->shape == SchemaNode::Shape::kMap ? node->item
                                                : node->child(QString::fromStdString(key));
}

bool is_null_word(const std::string& text) {
  return text == "~" || text == "null" || text == "Null" || text == "NULL";
}

bool plain_is_safe(const std::string& text) {
  if (text.empty() || is_null_word(text)) return false;
  if (text.front() == ' ' || text.back() == ' ' || text.back() == ':') return false;
  constexpr std::string_view kFirst = "&*!|>'\"%@`#";
  if (kFirst.find(text.front()) != std::string_view::npos) return false;
  if ((text[0] == '-' || text[0] == ':') && (text.size() == 1 || text[1] == ' ')) return false;
  if (text.starts_with("---") || text.starts_with("...")) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    // Control characters, and first bytes of characters that YAML treats as breaks or marks.
    if (c < 0x20 || c == 0x7f || c == 0xc2 || c == 0xe2 || c == 0xef) return false;
    if (std::string_view(",[]{}?").find(text[i]) != std::string_view::npos) return false;
    if (text[i] == ':' && i + 1 < text.size() && text[i + 1] == ' ') return false;
    if (text[i] == '#' && i > 0 && text[i - 1] == ' ') return false;
  }
  return true;
}

}  // namespace

std::optional<Path> split_path(const std::string& path, const Node& tree,
                               const SchemaNode* schema) {
  Path parts;
  const Node* node = &tree;
  std::size_t at = 0;
  while (at < path.size()) {
    Part part;
    if (path[at] == '[') {
      const std::size_t end = path.find(']', at);
      if (end == std::string::npos) return {};
      const auto [stop, error] = std::from_chars(&path[at + 1], &path[end], part.index);
      if (error != std::errc{} || stop != &path[end] || part.index < 0) return {};
      at = end + 1;
      if (schema != nullptr && !schema->allows_list) schema = schema->item;
    } else {
      if (!parts.empty() && path[at] == '.') ++at;
      const std::size_t length = key_length(path, at, node, schema);
      if (length == 0) return {};
      part.key = path.substr(at, length);
      at += length;
      schema = schema_child(schema, part.key);
    }
    node = node == nullptr ? nullptr : step(const_cast<Node&>(*node), part);
    parts.push_back(std::move(part));
    if (at < path.size() && path[at] != '.' && path[at] != '[') return {};
    if (at + 1 == path.size()) return {};  // the path ends with a dot
  }
  return parts;
}

std::string join_path(const Path& path, std::size_t parts) {
  std::string text;
  for (std::size_t i = 0; i < parts; ++i) {
    if (!path[i].is_key()) {
      text += fmt::format("[{}]", path[i].index);
    } else {
      text += (text.empty() ? "" : ".") + path[i].key;
    }
  }
  return text;
}

const Node* node_at(const Node& root, const Path& path) {
  return walk(const_cast<Node&>(root), path, path.size());
}

const Node* node_at(const Node& root, const QString& path) {
  const auto parts = split_path(path.toStdString(), root, nullptr);
  return parts ? node_at(root, *parts) : nullptr;
}

bool set_node(Node& root, const Path& path, Node value) {
  Node* node = &root;
  for (const Part& part : path) {
    if (node->kind == NodeKind::kNull)
      node->kind = part.is_key() ? NodeKind::kMap : NodeKind::kList;
    Node* next = step(*node, part);
    if (next == nullptr && part.is_key() && node->kind == NodeKind::kMap) {
      node->entries.push_back({part.key, {}, {}});
      next = &node->entries.back().value;
    } else if (next == nullptr && node->kind == NodeKind::kList &&
               part.index == static_cast<int>(node->items.size())) {
      next = &node->items.emplace_back();
    }
    if (next == nullptr) return false;
    node = next;
  }
  *node = std::move(value);
  return true;
}

bool insert_node(Node& root, const Path& item, Node value) {
  if (item.empty() || item.back().is_key()) return false;
  Node* list = walk(root, item, item.size() - 1);
  if (list == nullptr || step(*list, item.back()) == nullptr) return false;
  list->items.insert(list->items.begin() + item.back().index, std::move(value));
  return true;
}

bool remove_node(Node& root, const Path& path) {
  if (path.empty()) return false;
  Node* parent = walk(root, path, path.size() - 1);
  if (parent == nullptr || step(*parent, path.back()) == nullptr) return false;
  if (!path.back().is_key()) {
    parent->items.erase(parent->items.begin() + path.back().index);
  } else {
    std::erase_if(parent->entries, [&](const Entry& e) { return e.key == path.back().key; });
  }
  return true;
}

bool rename_node(Node& root, const Path& path, const std::string& key) {
  if (path.empty() || !path.back().is_key()) return false;
  Node* parent = walk(root, path, path.size() - 1);
  if (parent == nullptr || parent->kind != NodeKind::kMap) return false;
  if (config::find_entry(*parent, key) != nullptr) return false;
  for (Entry& entry : parent->entries) {
    if (entry.key != path.back().key) continue;
    entry.key = key;
    return true;
  }
  return false;
}

bool move_node(Node& root, const Path& list, int from, int to) {
  Node* node = walk(root, list, list.size());
  if (node == nullptr || node->kind != NodeKind::kList) return false;
  const int size = static_cast<int>(node->items.size());
  if (from < 0 || to < 0 || from >= size || to >= size) return false;
  const auto first = node->items.begin();
  if (from < to) {
    std::rotate(first + from, first + from + 1, first + to + 1);
  } else {
    std::rotate(first + to, first + from, first + from + 1);
  }
  return true;
}

bool same_data(const Node& a, const Node& b) {
  if (a.kind != b.kind || a.text != b.text || a.items.size() != b.items.size() ||
      a.entries.size() != b.entries.size()) {
    return false;
  }
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    if (!same_data(a.items[i], b.items[i])) return false;
  }
  return std::all_of(a.entries.begin(), a.entries.end(), [&](const Entry& entry) {
    const Entry* other = config::find_entry(b, entry.key);
    return other != nullptr && same_data(entry.value, other->value);
  });
}

std::string to_inline(const Node& node) {
  std::string text;
  switch (node.kind) {
    case NodeKind::kNull:
      return "~";
    case NodeKind::kScalar:
      return quoted_scalar(node.text);
    case NodeKind::kList:
      for (const Node& item : node.items) text += (text.empty() ? "" : ", ") + to_inline(item);
      return "[" + text + "]";
    case NodeKind::kMap:
      for (const Entry& entry : node.entries) {
        text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", quoted_scalar(entry.key),
                            to_inline(entry.value));
      }
      return "{" + text + "}";
  }
  return text;
}

std::string to_block(const Node& node) {
  constexpr std::size_t kShort = 70;
  std::string text;
  const auto add = [&](const std::string& front, const Node& value, const std::string& indent,
                       bool behind) {
    const std::string flow = to_inline(value);
    const bool plain = value.items.empty() && value.entries.empty();
    if (plain || (!behind && flow.size() <= kShort)) {
      text += front + " " + flow + "\n";
      return;
    }
    const std::string inner = to_block(value);
    text += front + (behind ? " " : "\n" + indent);
    for (std::size_t i = 0; i + 1 < inner.size(); ++i) {
      text += inner[i];
      if (inner[i] == '\n') text += indent;
    }
    text += '\n';
  };
  for (const Entry& entry : node.entries)
    add(quoted_scalar(entry.key) + ":", entry.value, "  ", false);
  for (const Node& item : node.items) add("-", item, "  ", true);
  return text.empty() ? to_inline(node) + "\n" : text;
}

std::string quoted_scalar(const std::string& text) {
  return plain_is_safe(text) ? text : config::double_quoted(text);
}

std::optional<Node> parse_value(const std::string& yaml, bool block) {
  std::string text = "x:";
  if (!block) {
    text += ' ' + yaml;
  } else {
    text += "\n  ";
    for (const char c : yaml) {
      text += c;
      if (c == '\n') text += "  ";
    }
  }
  Diagnostics problems;
  const std::optional<Node> tree = config::parse_tree(text + "\n", "", problems);
  if (!tree || !problems.empty() || tree->entries.size() != 1) return {};
  return tree->entries[0].value;
}

}  // namespace seawind::gui
