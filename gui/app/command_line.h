// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of seawind-gui. It is parsed before the application object is created, so that
// --help needs no display.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace seawind::gui {

struct CommandLine {
  std::vector<std::string> paths;  // files and campaign directories
  std::string configs;             // empty: the same search as in the program seawind
};

/// Returns nothing if the program must end: `exit_code` is then its exit code (0 after --help and
/// --version, kUsage, 2, after an error), and the text or the error message has been written.
std::optional<CommandLine> read_command_line(int argc, char** argv, int& exit_code);

}  // namespace seawind::gui
