// SPDX-License-Identifier: GPL-3.0-or-later
// Which programs `command` flows may run on a host: its owner's list, not the test set's.
#pragma once

#include <string>
#include <vector>

namespace seawind {

/// The file of a program: the first executable one of that name in PATH, or `program` itself with a
/// slash. Empty: none.
std::string program_file(const std::string& program);

class PermittedPrograms {
 public:
  static constexpr auto kAny = "any";
  static constexpr auto kNone = "none";
  /// `list`: kAny, kNone, or names and files with commas between them.
  explicit PermittedPrograms(std::string list);

  const std::string& list() const { return list_; }
  /// Why the program may not run with these variables added to its environment; empty: it may.
  /// A name and a file are the same program if the name resolves to the file in PATH. Variables of
  /// the dynamic linker (LD_...) are permitted only with kAny, since they make a program run other
  /// code.
  std::string problem(const std::string& program,
                      const std::vector<std::string>& variables = {}) const;

 private:
  std::string list_;
};

}  // namespace seawind
