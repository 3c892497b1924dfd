// SPDX-License-Identifier: GPL-3.0-or-later
// What the readers of `seawind import` share: the text of a source, and its words with their
// places.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/diagnostics.h"

namespace seawind::importer {

/// Larger numbers of packets or bytes are beyond the range of a Limit.
inline constexpr std::int64_t kCountBound = 1'000'000'000;

/// One SOURCE of the command line.
struct Source {
  std::string name;  // the file as the user wrote it, or "argument 2"
  std::string text;  // the content of the file, or the argument
  std::string path;  // as the profile names the file; empty for an argument
};

struct Word {
  std::string text;
  Location at;
};
using Command = std::vector<Word>;

/// Splits `source` as a shell does: words, quotes, `#` comments, a backslash at the end of a line;
/// a line, `;`, `&&`, `||` and `|` end a command. Redirections are left out. Variables and
/// substitutions are problems: their values are not known. Ends after kMaxProblems problems, as the
/// readers of traces do.
std::vector<Command> shell_commands(const Source& source, Diagnostics& problems);

/// Takes the words of one command from left to right. The functions that read a value report
/// another word, or the end of the command, and return nothing.
class Words {
 public:
  Words(const Command& command, Diagnostics& problems) : command_(command), problems_(problems) {}

  bool more() const { return next_ < command_.size(); }
  const Word& peek() const { return command_[next_]; }
  const Word& take() { return command_[next_++]; }
  /// The place of the next word; at the end, that of the last one.
  Location at() const;
  /// Takes the next word; reports what was `expected` if there is none.
  const Word* need(std::string_view expected);
  /// Takes the next word if it is `label`.
  void skip(std::string_view label) {
    if (more() && peek().text == label) take();
  }
  /// Whether the next word begins with a digit; tc then reads it as a further value.
  bool number_follows() const;
  bool signed_number_follows() const;

  // tc's notation, man tc(8). Ranges are those of a link profile.
  std::optional<double> time(double bare, double most);  // ns; `bare`: ns of a number without unit
  std::optional<std::int64_t> rate();                    // bit/s
  std::optional<std::int64_t> size(std::int64_t least = 1);  // bytes; without `/` and a cell size
  std::optional<double> percent();                           // 0 to 1; the sign is not required
  std::optional<double> number(double least, double most, std::string_view expected);
  std::optional<std::int64_t> whole(std::int64_t least, std::int64_t most,
                                    std::string_view expected);

 private:
  std::optional<double> scaled(std::string_view what, double bare,
                               const std::vector<std::pair<std::string_view, double>>& units,
                               double least, double most, std::string_view expected,
                               char separator = '\0');

  const Command& command_;
  Diagnostics& problems_;
  std::size_t next_ = 0;
};

/// The first of `keywords` that begins with `word`, as tc abbreviates; empty: none.
std::string_view keyword(std::string_view word, const std::vector<std::string>& keywords);

}  // namespace seawind::importer
