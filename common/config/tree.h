// SPDX-License-Identifier: GPL-3.0-or-later
// A YAML document with places: what the configuration reader works on, so that every value still
// knows its file, line and column after files have been merged.
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
inline constexpr int kDeepest = 32;                   // maps and lists inside each other
inline constexpr std::size_t kMostNodes = 100'000;    // after aliases are followed

/// The entry of a map, or null.
const Entry* find_entry(const Node& map, const std::string& key);

/// The whole of a file of at most `largest` bytes; what is wrong with it is reported.
std::optional<std::string> read_text(const std::filesystem::path& file, std::size_t largest,
                                     Diagnostics& problems);

/// Reads one file. What is not readable, not YAML, or beyond the limits above is reported; then
/// there is no tree. Duplicate keys are reported and the first one counts.
std::optional<Node> read_tree(const std::filesystem::path& file, Diagnostics& problems);

/// The same of a text that is there already, as if it stood in `file`. Columns count bytes of
/// UTF-8.
std::optional<Node> parse_tree(const std::string& text, const std::filesystem::path& file,
                               Diagnostics& problems);

}  // namespace seawind::config
