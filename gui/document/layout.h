// SPDX-License-Identifier: GPL-3.0-or-later
// The offsets of every key, value, dash and bracket of a YAML text, so that an edit can replace one
// of them and leave the rest unchanged. The events of yaml-cpp give the structure and the begins;
// this reader finds the ends. Offsets are bytes of UTF-8.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace seawind::gui::layout {

inline constexpr std::size_t kNowhere = std::string::npos;

struct Member;

struct Value {
  enum class Style {
    kEmpty,  // no text: begin == end, where a value would be
    kPlain,
    kQuoted,
    kBlockScalar,  // | or >
    kAlias,        // a reference to an anchor (*name)
    kFlowList,
    kFlowMap,
    kBlockList,
    kBlockMap,
  };
  Style style = Style::kEmpty;
  std::size_t outer = 0;  // `begin`, or the beginning of the anchor or tag before it
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;             // of scalars
  std::vector<Member> members;  // of maps and lists, in the order of the text

  bool is_map() const { return style == Style::kBlockMap || style == Style::kFlowMap; }
  bool is_list() const { return style == Style::kBlockList || style == Style::kFlowList; }
  bool is_block() const { return style == Style::kBlockList || style == Style::kBlockMap; }
  bool is_inline() const { return style == Style::kFlowList || style == Style::kFlowMap; }
};

struct Member {
  std::string key;               // empty in a list
  std::size_t begin = 0;         // of the key, the dash, or an element of a flow list
  std::size_t key_end = 0;       // maps only
  std::size_t after = kNowhere;  // after the colon or the dash; kNowhere: none
  Value value;
  std::size_t end = 0;
};

/// Returns the layout of a text with one YAML document. Returns nothing if the text uses
/// unsupported syntax (keys that are not plain words, pairs in flow lists, tags without a value);
/// such a document can be edited only as text. Throws YAML::Exception if the text is not YAML.
std::optional<Value> read_layout(const std::string& text);

/// Helpers; offsets and columns count bytes from 0.
std::size_t line_start(std::string_view text, std::size_t at);
std::size_t line_end(std::string_view text, std::size_t at);  // the offset of \n or \r\n
std::size_t column(std::string_view text, std::size_t at);
bool is_blank_between(std::string_view text, std::size_t from, std::size_t to);
/// The first offset from `at` after blanks, line breaks and comments.
std::size_t skip_to_token(std::string_view text, std::size_t at);

}  // namespace seawind::gui::layout
