// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/layout.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <sstream>

namespace seawind::gui::layout {
namespace {

using Style = Value::Style;

struct Unsupported {};

bool is_break(char c) {
  return c == '\n' || c == '\r';
}
bool is_space(char c) {
  return c == ' ' || c == '\t' || is_break(c);
}
bool is_flow_mark(char c) {
  return c == ',' || c == '[' || c == ']' || c == '{' || c == '}';
}

// Builds the tree of values with their begins from the events of the parser.
class Events : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { add(mark, Style::kEmpty); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { add(mark, Style::kAlias); }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                const std::string& text) override {
    add(mark, Style::kPlain, text);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value style) override {
    open(mark, style == YAML::EmitterStyle::Flow ? Style::kFlowList : Style::kBlockList);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value style) override {
    open(mark, style == YAML::EmitterStyle::Flow ? Style::kFlowMap : Style::kBlockMap);
  }
  void OnMapEnd() override { close(); }

  Value root;

 private:
  struct Open {
    Value* value;
    bool has_key = false;  // maps only: the next event is the value
  };

  Value& place(const YAML::Mark& mark, Style style) {
    Value* value = &root;
    if (!open_.empty()) {
      Value& in = *open_.back().value;
      if (in.is_map() && open_.back().has_key) {
        open_.back().has_key = false;
      } else {
        if (in.is_map()) throw Unsupported();  // a key that is not a scalar
        in.members.emplace_back();
        in.members.back().begin = static_cast<std::size_t>(mark.pos);
      }
      value = &in.members.back().value;
    }
    value->style = style;
    value->outer = static_cast<std::size_t>(mark.pos);
    return *value;
  }

  void add(const YAML::Mark& mark, Style style, const std::string& text = {}) {
    if (!open_.empty() && open_.back().value->is_map() && !open_.back().has_key) {
      if (style != Style::kPlain) throw Unsupported();
      Member& member = open_.back().value->members.emplace_back();
      member.begin = static_cast<std::size_t>(mark.pos);
      member.key = text;
      open_.back().has_key = true;
      return;
    }
    place(mark, style).text = text;
  }

  // A member list does not grow while one of its members is open, so the addresses remain valid.
  void open(const YAML::Mark& mark, Style style) { open_.push_back({&place(mark, style)}); }
  void close() { open_.pop_back(); }

  std::vector<Open> open_;
};

// Finds the end of every value in one pass over the text.
class Ends {
 public:
  explicit Ends(std::string_view text) : t_(text) {}

  // `block`: column of the innermost enclosing block, -1 at the root. `from`: where an empty value
  // is: after the colon or dash, or where the value may begin.
  void find(Value& v, int block, bool flow, std::size_t from) {
    if (v.style == Style::kEmpty) return find_empty(v, from);
    v.begin = behind_properties(v.outer, flow);
    switch (v.style) {
      case Style::kAlias:
        if (at(v.begin) != '*') throw Unsupported();
        v.end = v.begin;
        while (v.end < t_.size() && !is_space(t_[v.end]) && !is_flow_mark(t_[v.end])) ++v.end;
        return;
      case Style::kBlockMap:
        return find_block_map(v);
      case Style::kBlockList:
        return find_block_list(v);
      case Style::kFlowMap:
      case Style::kFlowList:
        return find_flow(v, block);
      default:
        return find_scalar(v, block, flow);
    }
  }

 private:
  char at(std::size_t i) const { return i < t_.size() ? t_[i] : '\n'; }

  std::size_t behind_properties(std::size_t i, bool flow) const {
    while (at(i) == '&' || at(i) == '!') {
      while (i < t_.size() && !is_space(t_[i]) && !(flow && is_flow_mark(t_[i]))) ++i;
      i = skip_to_token(t_, i);
    }
    return i;
  }

  void find_empty(Value& v, std::size_t from) const {
    v.begin = v.end = v.outer = from;
    std::size_t i = from;
    while (at(i) == ' ' || at(i) == '\t') ++i;
    if (at(i) == '&' || at(i) == '!') throw Unsupported();
    for (const std::string_view word : {"~", "null", "Null", "NULL"}) {
      const std::size_t end = i + word.size();
      if (t_.substr(i, word.size()) != word) continue;
      if (end < t_.size() && !is_space(t_[end]) && !is_flow_mark(t_[end])) continue;
      if (at(skip_spaces(end)) == ':') continue;
      v.begin = v.outer = i;
      v.end = end;
      v.style = Style::kPlain;
      v.text = word;
      return;
    }
  }

  std::size_t skip_spaces(std::size_t i) const {
    while (i < t_.size() && (t_[i] == ' ' || t_[i] == '\t')) ++i;
    return i;
  }

  std::size_t quoted_end(std::size_t i) const {
    const char quote = t_[i++];
    for (; i < t_.size(); ++i) {
      if (quote == '"' && t_[i] == '\\') {
        ++i;
      } else if (t_[i] == quote) {
        if (quote == '"' || at(i + 1) != '\'') return i + 1;
        ++i;
      }
    }
    throw Unsupported();
  }

  // Whether a plain scalar ends before `i`.
  bool ends_plain(std::size_t i, bool flow) const {
    if (i >= t_.size() || is_break(t_[i])) return true;
    if (t_[i] == ':') {
      const char next = at(i + 1);
      return is_space(next) || (flow && is_flow_mark(next));
    }
    if (t_[i] == '#' && i > 0 && is_space(t_[i - 1])) return true;
    return flow && is_flow_mark(t_[i]);
  }

  // The end of the part of a plain scalar on one line, without trailing blanks.
  std::size_t plain_end(std::size_t from, bool flow) const {
    std::size_t i = from;
    while (!ends_plain(i, flow)) ++i;
    while (i > from && is_space(t_[i - 1])) --i;
    return i;
  }

  void find_plain(Value& v, int block, bool flow) const {
    v.style = Style::kPlain;
    v.end = plain_end(v.begin, flow);
    for (;;) {
      const std::size_t rest = skip_spaces(v.end);
      if (rest < t_.size() && !is_break(t_[rest])) break;  // a comment, colon or comma
      std::size_t next = rest;
      while (next < t_.size() && is_space(t_[next])) ++next;
      if (next >= t_.size() || t_[next] == '#') break;
      if (!flow && static_cast<int>(column(t_, next)) <= block) break;
      if (flow && is_flow_mark(t_[next])) break;
      const std::size_t end = plain_end(next, flow);
      if (end == next) break;
      v.end = end;
    }
    if (folded(t_.substr(v.begin, v.end - v.begin)) != folded(v.text)) throw Unsupported();
  }

  static std::string folded(std::string_view text) {
    std::string out;
    for (const char c : text) {
      if (!is_space(c)) {
        out += c;
      } else if (!out.empty() && out.back() != ' ') {
        out += ' ';
      }
    }
    if (!out.empty() && out.back() == ' ') out.pop_back();
    return out;
  }

  void find_block_scalar(Value& v, int block) const {
    v.style = Style::kBlockScalar;
    bool keep = false;
    std::size_t wanted = 0;  // indentation, columns; 0: that of the first line that is not blank
    std::size_t i = v.begin + 1;
    for (; i < t_.size() && !is_space(t_[i]); ++i) {
      if (t_[i] == '+') keep = true;
      if (t_[i] >= '1' && t_[i] <= '9') {
        wanted = static_cast<std::size_t>(std::max(block, 0) + t_[i] - '0');
      }
    }
    v.end = i;
    for (std::size_t line = t_.find('\n', i); line != kNowhere;) {
      const std::size_t start = line + 1;
      if (start >= t_.size()) break;
      const std::size_t end = line_end(t_, start);
      std::size_t text = start;
      while (text < end && t_[text] == ' ') ++text;
      if (text < end) {
        const std::size_t columns = text - start;
        if (wanted == 0) {
          if (static_cast<int>(columns) <= block) break;
          wanted = columns;
        }
        if (columns < wanted) break;
        v.end = end;
      } else if (keep) {
        v.end = end;
      }
      line = t_.find('\n', start);
    }
  }

  void find_scalar(Value& v, int block, bool flow) const {
    const char first = at(v.begin);
    if (first == '"' || first == '\'') {
      v.style = Style::kQuoted;
      v.end = quoted_end(v.begin);
    } else if (!flow && (first == '|' || first == '>')) {
      find_block_scalar(v, block);
    } else if (v.text.empty()) {
      throw Unsupported();
    } else {
      find_plain(v, block, flow);
    }
  }

  // Finds the end of the key and the offset after its colon.
  void find_key(Member& member, bool flow) const {
    const char first = at(member.begin);
    if (first == '"' || first == '\'') {
      member.key_end = quoted_end(member.begin);
    } else {
      if (first == '?' && is_space(at(member.begin + 1))) throw Unsupported();
      if (first == '&' || first == '!' || first == '*') throw Unsupported();
      member.key_end = plain_end(member.begin, flow);
      if (folded(t_.substr(member.begin, member.key_end - member.begin)) != member.key) {
        throw Unsupported();
      }
    }
    const std::size_t colon = skip_spaces(member.key_end);
    if (at(colon) == ':') {
      member.after = colon + 1;
    } else if (!flow) {
      throw Unsupported();
    }
  }

  void find_block_map(Value& v) {
    const int columns = static_cast<int>(column(t_, v.begin));
    if (v.members.empty()) throw Unsupported();
    for (Member& member : v.members) {
      find_key(member, false);
      find(member.value, columns, false, member.after);
      member.end = std::max(member.after, member.value.end);
    }
    v.end = v.members.back().end;
  }

  void find_block_list(Value& v) {
    const int columns = static_cast<int>(column(t_, v.begin));
    std::size_t i = v.begin;
    if (v.members.empty()) throw Unsupported();
    for (Member& member : v.members) {
      i = skip_to_token(t_, i);
      if (at(i) != '-' || static_cast<int>(column(t_, i)) != columns) throw Unsupported();
      member.begin = i;
      member.after = i + 1;
      find(member.value, columns, false, member.after);
      i = member.end = std::max(member.after, member.value.end);
    }
    v.end = i;
  }

  void find_flow(Value& v, int block) {
    const bool map = v.style == Style::kFlowMap;
    if (at(v.begin) != (map ? '{' : '[')) throw Unsupported();
    std::size_t i = v.begin + 1;
    for (Member& member : v.members) {
      // Only commas may separate the members: no `?`, and no pair without braces.
      std::size_t gap = i;
      while (gap < member.begin && gap < t_.size()) {
        gap = skip_to_token(t_, gap);
        if (gap >= member.begin) break;
        if (t_[gap] != ',') throw Unsupported();
        ++gap;
      }
      if (map) {
        find_key(member, true);
        find(member.value, block, true, member.after == kNowhere ? member.key_end : member.after);
        member.end =
            std::max(member.value.end, member.after == kNowhere ? member.key_end : member.after);
      } else {
        find(member.value, block, true, member.begin);
        member.end = member.value.end;
      }
      i = member.end;
    }
    i = skip_to_token(t_, i);
    if (at(i) == ',') i = skip_to_token(t_, i + 1);
    if (at(i) != (map ? '}' : ']')) throw Unsupported();
    v.end = i + 1;
  }

  std::string_view t_;
};

}  // namespace

std::size_t line_start(std::string_view text, std::size_t at) {
  const std::size_t found = at == 0 ? kNowhere : text.rfind('\n', at - 1);
  return found == kNowhere ? 0 : found + 1;
}

std::size_t line_end(std::string_view text, std::size_t at) {
  const std::size_t found = text.find('\n', at);
  if (found == kNowhere) return text.size();
  return found > at && text[found - 1] == '\r' ? found - 1 : found;
}

std::size_t column(std::string_view text, std::size_t at) {
  return at - line_start(text, at);
}

bool is_blank_between(std::string_view text, std::size_t from, std::size_t to) {
  const std::string_view part = text.substr(from, to - from);
  return std::all_of(part.begin(), part.end(), is_space);
}

std::size_t skip_to_token(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    if (is_space(text[at])) {
      ++at;
    } else if (text[at] == '#') {
      at = line_end(text, at);
    } else {
      break;
    }
  }
  return at;
}

std::optional<Value> read_layout(const std::string& text) {
  std::istringstream in(text);
  YAML::Parser parser(in);
  Events events;
  try {
    if (!parser.HandleNextDocument(events)) return Value{};
    Value& root = events.root;
    if (root.style == Style::kEmpty) {
      root.begin = root.end = root.outer = text.size();
      return std::move(root);
    }
    Ends(text).find(root, -1, false, root.outer);
    return std::move(root);
  } catch (const Unsupported&) {
    return {};
  }
}

}  // namespace seawind::gui::layout
