// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/command_line.h"

#include <CLI/CLI.hpp>
#include <iostream>

#include "controller/cli/exit_codes.h"

namespace seawind::gui {

std::optional<CommandLine> read_command_line(int argc, char** argv, int& exit_code) {
  CommandLine line;
  CLI::App app{
      "Configures links, builds test sets, watches campaigns and compares their results.\n"
      "All functions are also available in the command-line program seawind.",
      "seawind-gui"};
  app.set_version_flag("--version", "seawind-gui " SEAWIND_VERSION);
  app.add_option("paths", line.paths, "YAML files to edit, campaign directories to look into")
      ->option_text("[FILE|CAMPAIGN_DIR]...")
      ->check(CLI::ExistingPath);
  app.add_option("--configs", line.configs, "Folder of profiles, routers, tcp, workloads, testsets")
      ->check(CLI::ExistingDirectory);
  try {
    app.parse(argc, argv);
    return line;
  } catch (const CLI::Success& wanted) {
    exit_code = app.exit(wanted);
  } catch (const CLI::ParseError& error) {
    std::cerr << "seawind-gui: " << error.what() << "\nSee `seawind-gui --help`.\n";
    exit_code = kUsage;
  }
  return std::nullopt;
}

}  // namespace seawind::gui
