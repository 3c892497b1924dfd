// SPDX-License-Identifier: GPL-3.0-or-later
// A YAML document in which every node has a location. Values keep their file, line and column when
// files are merged.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "common/diagnostics.h"

namespace seawind::config {

struct Entry;

struct Node {
  enum class Kind { kNull, kScalar, kList, kMap };
  Kind kind = Kind::kNull;
  Location at;
  std::string text;            // kScalar
  std::vector<Node> items;     // kList
  std::vector<Entry> entries;  // kMap, in the order of the file, keys unique
};

struct Entry {
  std::string key;
  Location at;  // of the key
  Node value;
};

inline constexpr std::size_t kLargestFile = 1 << 20;  // bytes
inline constexpr int kDeepest = 32;                   // levels of nested maps and lists
inline constexpr std::size_t kMaxNodes = 100'000;     // after aliases are followed

/// The entry of `map` with that key, or null.
const Entry* find_entry(const Node& map, const std::string& key);

/// Returns the content of a file of at most `largest` bytes, without a byte order mark. Otherwise
/// adds a problem and returns nothing.
std::optional<std::string> read_text(const std::filesystem::path& file, std::size_t largest,
                                     Diagnostics& problems);

/// Reads one file. Returns nothing and adds a problem if the file is unreadable, is not YAML, or
/// exceeds a limit above. Duplicate keys are reported; the first entry is kept.
std::optional<Node> read_tree(const std::filesystem::path& file, Diagnostics& problems);

/// Parses `text` as read_tree() does; locations refer to `file`. Columns count bytes of UTF-8.
std::optional<Node> parse_tree(const std::string& text, const std::filesystem::path& file,
                               Diagnostics& problems);

/// A scalar between double quotes, which parse_tree() reads as `text`.
std::string double_quoted(const std::string& text);

}  // namespace seawind::config
