// SPDX-License-Identifier: GPL-3.0-or-later
// Problems of input files as values. A reader collects all problems; render() shows each with file,
// line, column, source line, caret, allowed range and a suggestion.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace seawind {

struct Location {
  std::string file;  // as the user would name it
  int line = 0;      // from 1; 0: the file as a whole
  int column = 0;    // from 1
  int width = 1;     // columns under the caret line: ^~~~
};

enum class Severity { kError, kWarning };

struct Diagnostic {
  Location at;
  std::string message;  // the error, and a correct form
  std::string hint;     // "did you mean `propagation_delay`?"; may be empty
  Severity severity = Severity::kError;
};

class Diagnostics {
 public:
  /// Adds an error. Duplicates (same message and location, however the file's path is spelled) are
  /// dropped: a profile that two others extend is read twice. The first spelling is kept.
  void add(Location at, std::string message, std::string hint = {});
  /// Adds a warning: the input is valid but probably unintended. empty() and all() do not cover
  /// warnings.
  void warn(Location at, std::string message, std::string hint = {});
  bool empty() const { return all_.empty(); }
  const std::vector<Diagnostic>& all() const { return all_; }
  const std::vector<Diagnostic>& warnings() const { return warnings_; }

  /// Errors and warnings, the first 1000, files in the order they first came up, each in line
  /// order:
  ///   configs/x.yaml:7:22: error: `propagation_delay` needs a unit: 300ms, 0.3s
  ///       propagation_delay: 300
  ///                          ^~~
  ///   hint: did you mean `300ms`?
  std::string render() const;

 private:
  void add_to(std::vector<Diagnostic>& list, Diagnostic added);

  std::vector<Diagnostic> all_;
  std::vector<Diagnostic> warnings_;
  std::set<std::tuple<bool, std::string, int, int, std::string>> known_;  // error, place, message
};

/// The candidate nearest to `word` by edit distance (at most a third of its length, with
/// transpositions), or empty.
std::string_view nearest(std::string_view word, const std::vector<std::string>& candidates);
/// `before` and "did you mean `propagation_delay`?"; empty without a nearest candidate.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates,
                         std::string_view before = {});

/// `text` with its ASCII letters in lower case.
std::string lower(std::string_view text);

}  // namespace seawind
