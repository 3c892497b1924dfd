// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/config/tree.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <sstream>
#include <unordered_map>

#include "common/printable.h"
#include "common/utf8.h"
#include "common/whole_file.h"

namespace seawind::config {
namespace {

struct TooBig {
  Location at;
  std::string message;
};

class TreeBuilder {
 public:
  TreeBuilder(std::string file, Diagnostics& problems)
      : file_(std::move(file)), problems_(problems) {}

  Node build(const YAML::Node& yaml, const Location& fallback, int depth) {
    Node node;
    node.at = place(yaml, fallback);
    if (++nodes_ > kMaxNodes) {
      throw TooBig{node.at, fmt::format("more than {} values in one file", kMaxNodes)};
    }
    if (depth > kDeepest) {
      throw TooBig{node.at, fmt::format("nested deeper than {} levels", kDeepest)};
    }
    switch (yaml.Type()) {
      case YAML::NodeType::Scalar:
        node.kind = Node::Kind::kScalar;
        node.text = yaml.Scalar();
        check_text(node.text, node.at);
        break;
      case YAML::NodeType::Sequence:
        node.kind = Node::Kind::kList;
        for (const auto& item : yaml) node.items.push_back(build(item, node.at, depth + 1));
        break;
      case YAML::NodeType::Map:
        node.kind = Node::Kind::kMap;
        add_entries(yaml, node, depth);
        break;
      default:
        node.at = fallback;  // yaml-cpp gives an absent value the location of the next token
        break;
    }
    return node;
  }

 private:
  void check_text(const std::string& text, const Location& at) {
    if (is_printable(text)) return;
    problems_.add(at, fmt::format("`{}` holds a control character", excerpt(text, 40)));
  }

  void add_entries(const YAML::Node& yaml, Node& node, int depth) {
    std::unordered_map<std::string, int> lines;
    for (const auto& pair : yaml) {
      const Location at = place(pair.first, node.at);
      if (!pair.first.IsScalar()) {
        problems_.add(at, "a key must be a plain word");
        continue;
      }
      const std::string key = pair.first.Scalar();
      check_text(key, at);
      if (const auto [first, is_new] = lines.emplace(key, at.line); !is_new) {
        problems_.add(at, fmt::format("`{}` is given twice: first in line {}", key, first->second));
        continue;
      }
      node.entries.push_back({key, at, build(pair.second, at, depth + 1)});
      // A problem of a map as a whole (a missing key) is shown at its key.
      Node& value = node.entries.back().value;
      if (value.kind == Node::Kind::kMap) value.at = at;
    }
  }

  Location place(const YAML::Node& yaml, const Location& fallback) const {
    const YAML::Mark mark = yaml.Mark();
    if (mark.is_null()) return fallback;
    Location at{file_, mark.line + 1, mark.column + 1, 1};
    if (yaml.IsScalar()) {
      const int quotes = yaml.Tag() == "!" ? 2 : 0;
      at.width =
          std::max(1, static_cast<int>(std::min<std::size_t>(yaml.Scalar().size(), 1000))) + quotes;
    }
    return at;
  }

  std::string file_;
  Diagnostics& problems_;
  std::size_t nodes_ = 0;
};

// Detects content after the first document, without interpreting it.
class DocumentStarts : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark& mark) override { last_ = mark; }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t,
                const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}

  const YAML::Mark& last() const { return last_; }

 private:
  YAML::Mark last_;
};

/// The position of the first byte that is zero or not UTF-8. At such a byte yaml-cpp would guess
/// another encoding and report positions that differ from those in the file.
std::optional<Location> not_utf8(const std::string& text, const std::string& file) {
  Location at{file, 1, 1, 1};
  for (std::string_view rest = text; !rest.empty();) {
    const Character c = first_character(rest);
    if (!c.code || *c.code == 0) return at;
    at.column += static_cast<int>(c.bytes);
    if (*c.code == '\n') {
      ++at.line;
      at.column = 1;
    }
    rest.remove_prefix(c.bytes);
  }
  return {};
}

/// The first tab before the text of a line, in the lines up to `last` (from 0). YAML does not allow
/// it in block style; what yaml-cpp reports then depends on the text after it.
std::optional<Location> indenting_tab(const std::string& text, const std::string& file, int last) {
  std::istringstream lines(text);
  std::string line;
  for (int number = 0; number <= last && std::getline(lines, line); ++number) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos || line.find_first_not_of(' ') != tab) continue;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;  // an empty line
    return Location{file, number + 1, static_cast<int>(tab) + 1, 1};
  }
  return {};
}

// The start of a second document, or of text outside any document. (Not LoadAll: at a token that
// cannot start a document, LoadAll of yaml-cpp 0.7 loops forever and exhausts memory.)
std::optional<YAML::Mark> second_document(const std::string& text) {
  std::istringstream in(text);
  YAML::Parser parser(in);
  DocumentStarts starts;
  if (!parser.HandleNextDocument(starts) || !parser.HandleNextDocument(starts)) return {};
  return starts.last();
}

}  // namespace

std::optional<std::string> read_text(const std::filesystem::path& file, std::size_t largest,
                                     Diagnostics& problems) {
  WholeFile whole = try_read_whole_file(file, largest);
  if (whole.problem.empty()) {
    if (whole.text.starts_with(kByteOrderMark)) whole.text.erase(0, kByteOrderMark.size());
    return std::move(whole.text);
  }
  problems.add({file.string()}, "cannot read: " + whole.problem);
  return {};
}

const Entry* find_entry(const Node& map, const std::string& key) {
  for (const Entry& entry : map.entries) {
    if (entry.key == key) return &entry;
  }
  return nullptr;
}

std::optional<Node> read_tree(const std::filesystem::path& file, Diagnostics& problems) {
  const std::optional<std::string> text = read_text(file, kLargestFile, problems);
  if (!text) return {};
  return parse_tree(*text, file, problems);
}

std::optional<Node> parse_tree(const std::string& text, const std::filesystem::path& file,
                               Diagnostics& problems) {
  const Location whole{file.string()};
  if (const auto at = not_utf8(text, file.string())) {
    problems.add(*at, "the text is not UTF-8 here, or holds a zero byte");
    return {};
  }
  try {
    const YAML::Node document = YAML::Load(text);
    if (const auto second = second_document(text)) {
      problems.add({file.string(), second->line + 1, second->column + 1, 1},
                   "a second document, or text after the end of the first one");
      return {};
    }
    if (document.IsNull()) {
      problems.add(whole, "is empty");
      return {};
    }
    Node root = TreeBuilder(file.string(), problems).build(document, whole, 0);
    if (root.kind != Node::Kind::kMap) {
      problems.add(root.at, "the file must be a map of `key: value` lines");
      return {};
    }
    root.at = whole;
    return root;
  } catch (const YAML::Exception& e) {
    if (const auto tab = indenting_tab(text, file.string(), e.mark.is_null() ? 0 : e.mark.line)) {
      problems.add(*tab, "tabs cannot indent YAML: use spaces");
      return {};
    }
    const Location at{file.string(), e.mark.is_null() ? 0 : e.mark.line + 1, e.mark.column + 1, 1};
    problems.add(at, fmt::format("not valid YAML: {}", e.msg));
  } catch (const TooBig& e) {
    problems.add(e.at, e.message);
  }
  return {};
}

std::string double_quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const bool control = static_cast<unsigned char>(c) < ' ' || c == '\x7f';
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n')  // a line feed between quotes is read as a space
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (control)
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      out += c;
  }
  return out + '"';
}

}  // namespace seawind::config
