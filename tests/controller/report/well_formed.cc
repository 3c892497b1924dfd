// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/controller/report/well_formed.h"

#include <regex>
#include <set>
#include <vector>

namespace seawind::test {
namespace {

const std::set<std::string> kVoid = {"meta", "br", "hr", "img", "input"};

std::string near(const std::string& text, std::size_t at) {
  return " near: " + text.substr(at, 80);
}

bool is_entity(const std::string& text, std::size_t at) {
  static const std::regex kEntity("^&(amp|lt|gt|quot|ndash|nbsp|middot|#[0-9]+);");
  return std::regex_search(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), kEntity,
                           std::regex_constants::match_continuous);
}

/// Position of the '>' that ends the tag beginning at `at`, with regard to quotes; npos: none.
std::size_t tag_end(const std::string& text, std::size_t at) {
  char quote = 0;
  for (std::size_t i = at; i < text.size(); ++i) {
    if (quote) {
      if (text[i] == quote) quote = 0;
    } else if (text[i] == '"' || text[i] == '\'') {
      quote = text[i];
    } else if (text[i] == '>') {
      return i;
    }
  }
  return std::string::npos;
}

}  // namespace

std::string markup_problem(const std::string& html) {
  if (html.rfind("<!DOCTYPE html>", 0) != 0) return "no doctype";
  std::vector<std::string> open;
  for (std::size_t at = 15; at < html.size(); ++at) {
    const char c = html[at];
    if (c == '&' && !is_entity(html, at)) return "bare &" + near(html, at);
    if (c == '>') return "stray >" + near(html, at);
    if (c != '<') continue;
    const std::size_t end = tag_end(html, at);
    if (end == std::string::npos) return "unfinished tag" + near(html, at);
    const std::string tag = html.substr(at + 1, end - at - 1);
    const bool closing = tag.rfind('/', 0) == 0;
    const std::size_t from = closing ? 1 : 0;
    const std::string name = tag.substr(from, tag.find_first_of(" \t\n/", from) - from);
    if (name.empty()) return "nameless tag" + near(html, at);
    if (closing) {
      if (open.empty() || open.back() != name) return "wrong </" + name + ">" + near(html, at);
      open.pop_back();
    } else if (tag.back() != '/' && !kVoid.count(name)) {
      open.push_back(name);
    }
    at = end;
    if ((name == "style" || name == "script") && !closing)  // raw text
      at = html.find("</" + name + ">", at) - 1;
  }
  return open.empty() ? "" : "<" + open.back() + "> is not closed";
}

std::string duplicate_id(const std::string& html) {
  static const std::regex kId("\\sid=[\"']([^\"']*)[\"']");
  std::set<std::string> seen;
  for (std::sregex_iterator it(html.begin(), html.end(), kId), end; it != end; ++it)
    if (!seen.insert((*it)[1]).second) return (*it)[1];
  return "";
}

}  // namespace seawind::test
