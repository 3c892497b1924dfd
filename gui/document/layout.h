// SPDX-License-Identifier: GPL-3.0-or-later
// Where every key, value, dash and bracket of a YAML text stands, so that one of them can be
// replaced and everything else left alone. The structure is that of yaml-cpp's events; where things
// end is found out here. Offsets are bytes of UTF-8.
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
    kEmpty,  // nothing is written: begin == end, where it would stand
    kPlain,
    kQuoted,
    kBlockScalar,  // | or >
    kAlias,        // what it stands for is written elsewhere
    kFlowList,
    kFlowMap,
    kBlockList,
    kBlockMap,
  };
  Style style = Style::kEmpty;
  std::size_t outer = 0;  // begin, or the anchor or tag in front of it
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;             // of scalars
  std::vector<Member> members;  // of maps and lists, in the order of the text

  bool is_map() const { return style == Style::kBlockMap || style == Style::kFlowMap; }
  bool is_list() const { return style == Style::kBlockList || style == Style::kFlowList; }
  bool is_block() const { return style == Style::kBlockList || style == Style::kBlockMap; }
  bool is_flow() const { return style == Style::kFlowList || style == Style::kFlowMap; }
};

struct Member {
  std::string key;               // of a map
  std::size_t begin = 0;         // of the key, the dash, or an element of a flow list
  std::size_t key_end = 0;       // of a map
  std::size_t after = kNowhere;  // behind the colon or the dash; nowhere: there is none
  Value value;
  std::size_t end = 0;
};

/// The layout of a text that yaml-cpp reads as one document. Nothing where it uses what is not
/// followed here (keys that are no plain words, pairs in flow lists, tags without a value): such a
/// text can only be edited as text. Throws YAML::Exception when it is not YAML.
std::optional<Value> read_layout(const std::string& text);

/// Helpers over offsets of a text.
std::size_t line_start(std::string_view text, std::size_t at);
std::size_t line_end(std::string_view text, std::size_t at);  // in front of \n or \r\n
std::size_t column(std::string_view text, std::size_t at);
bool is_blank_between(std::string_view text, std::size_t from, std::size_t to);
/// Behind blanks, line breaks and comments.
std::size_t skip_to_token(std::string_view text, std::size_t at);

}  // namespace seawind::gui::layout
