// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/diagnostics.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <tuple>

#include "common/printable.h"
#include "common/utf8.h"

namespace seawind {
namespace {

constexpr std::size_t kMaxShown = 1000;  // problems
constexpr std::size_t kLineWidth = 100;  // bytes of a source line shown; longer ones are cut
constexpr std::size_t kBefore = 60;      // at most this many of them before the caret

std::vector<std::string> read_lines(const std::string& file) {
  std::vector<std::string> lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(std::move(line));
  }
  if (!lines.empty() && lines[0].starts_with(kByteOrderMark))  // not counted by columns
    lines[0].erase(0, kByteOrderMark.size());
  return lines;
}

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

// The indentation under `text`. Tabs stay tabs and every other character becomes one blank, so that
// the caret is in its column for any tab width.
std::string blanks_for(std::string_view text) {
  std::string blanks;
  for (const char c : text) {
    if (c == '\t') {
      blanks += '\t';
    } else if (!continues_character(c)) {
      blanks += ' ';
    }
  }
  return blanks;
}

// Replaces each byte that printable() would escape by one `?`, so that columns are preserved.
std::string shown_line(std::string_view line) {
  std::string out;
  while (!line.empty()) {
    const std::size_t bytes = first_character(line).bytes;
    const std::string_view character = line.substr(0, bytes);
    out += is_printable(character) ? std::string(character) : std::string(bytes, '?');
    line.remove_prefix(bytes);
  }
  return out;
}

/// Reads only the part of the line that is shown: one line may have thousands of problems.
void add_source_line(std::string& out, const std::string& line, const Location& at) {
  auto start = std::min(line.size(), static_cast<std::size_t>(std::max(at.column - 1, 0)));
  std::size_t from = 0;
  std::size_t to = line.size();
  if (line.size() > kLineWidth) {
    constexpr std::size_t kCharacter = 4;  // bytes, the longest
    from = start > kBefore ? start - kBefore : 0;
    const std::size_t least = from - std::min(from, kCharacter);
    while (from > least && continues_character(line[from])) --from;
    to = std::min(line.size(), from + kLineWidth);
    const std::size_t most = std::min(line.size(), to + kCharacter);
    while (to < most && continues_character(line[to])) ++to;
    start = start - from + (from > 0 ? 3 : 0);
  }
  const std::string shown = fmt::format("{}{}{}", from > 0 ? "..." : "",
                                        shown_line(std::string_view(line).substr(from, to - from)),
                                        to < line.size() ? "..." : "");
  const std::size_t room = std::max<std::size_t>(shown.size() - start, 1);
  const std::size_t width = std::min(room, static_cast<std::size_t>(std::max(at.width, 1)));
  const std::size_t tildes =
      start < shown.size() ? blanks_for(shown.substr(start, width)).size() : 1;
  out += fmt::format("    {}\n    {}^{}\n", shown, blanks_for(shown.substr(0, start)),
                     std::string(std::max<std::size_t>(tildes, 1) - 1, '~'));
}

// Edit distance with transpositions of neighbours (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

/// The same text for every spelling of a path: relative, absolute, with `..`.
std::string one_spelling(const std::string& file) {
  std::error_code none;
  const std::filesystem::path path = std::filesystem::absolute(file, none);
  return none ? file : path.lexically_normal().string();
}

}  // namespace

void Diagnostics::add(Location at, std::string message, std::string hint) {
  add_to(all_, {std::move(at), std::move(message), std::move(hint), Severity::kError});
}

void Diagnostics::warn(Location at, std::string message, std::string hint) {
  add_to(warnings_, {std::move(at), std::move(message), std::move(hint), Severity::kWarning});
}

void Diagnostics::add_to(std::vector<Diagnostic>& list, Diagnostic added) {
  added.message = printable(added.message);
  added.hint = printable(added.hint);
  const bool error = added.severity == Severity::kError;
  if (known_
          .emplace(error, one_spelling(added.at.file), added.at.line, added.at.column,
                   added.message)
          .second) {
    list.push_back(std::move(added));
  }
}

std::string Diagnostics::render() const {
  std::map<std::string, std::size_t> file_order;
  std::vector<const Diagnostic*> sorted;
  for (const auto* list : {&all_, &warnings_}) {
    for (const Diagnostic& d : *list) {
      file_order.emplace(d.at.file, file_order.size());
      sorted.push_back(&d);
    }
  }
  std::stable_sort(sorted.begin(), sorted.end(), [&](const Diagnostic* a, const Diagnostic* b) {
    return std::tuple(file_order[a->at.file], a->at.line, a->at.column) <
           std::tuple(file_order[b->at.file], b->at.line, b->at.column);
  });
  std::map<std::string, std::vector<std::string>> sources;
  std::string out;
  const std::size_t more = sorted.size() - std::min(sorted.size(), kMaxShown);
  sorted.resize(sorted.size() - more);
  for (const Diagnostic* d : sorted) {
    const char* word = d->severity == Severity::kError ? "error" : "warning";
    if (d->at.file.empty()) {
      out += fmt::format("{}: {}\n", word, d->message);
    } else if (d->at.line < 1) {
      out += fmt::format("{}: {}: {}\n", printable(d->at.file), word, d->message);
    } else {
      out += fmt::format("{}:{}:{}: {}: {}\n", printable(d->at.file), d->at.line, d->at.column,
                         word, d->message);
      auto [source, is_new] = sources.try_emplace(d->at.file);
      if (is_new) source->second = read_lines(d->at.file);
      const auto line = static_cast<std::size_t>(d->at.line);
      if (line <= source->second.size()) add_source_line(out, source->second[line - 1], d->at);
    }
    if (!d->hint.empty()) out += fmt::format("  hint: {}\n", d->hint);
  }
  if (more > 0) out += fmt::format("and {} more problem{}\n", more, more == 1 ? "" : "s");
  return out;
}

std::string_view nearest(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string wanted = lower(word);
  for (const std::string& candidate : candidates)
    if (lower(candidate) == wanted) return candidate;
  std::string_view best;
  std::size_t best_distance = word.size() / 3 + 1;
  for (const std::string& candidate : candidates) {
    const auto [shorter, longer] = std::minmax({word.size(), candidate.size()});
    if (longer - shorter >= best_distance) continue;  // a lower bound of the distance
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates,
                         std::string_view before) {
  const std::string_view best = nearest(word, candidates);
  return best.empty() ? "" : fmt::format("{}did you mean `{}`?", before, best);
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return out;
}

}  // namespace seawind
