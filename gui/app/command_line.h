// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of seawind-gui, read before there is an application: --help needs no display.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace seawind::gui {

struct CommandLine {
  std::vector<std::string> paths;  // files and campaign directories
  std::string configs;             // empty: as the command line program finds them
};

/// Nothing: `exit_code` is to be returned (help and version are 0, a mistake is 2), and what there
/// was to say is said.
std::optional<CommandLine> read_command_line(int argc, char** argv, int& exit_code);

}  // namespace seawind::gui
