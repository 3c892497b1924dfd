// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/command_line.h"

#include <CLI/CLI.hpp>
#include <map>
#include <ostream>

namespace seawind {

CommandLine parse_command_line(int argc, const char* const* argv, std::ostream& out,
                               std::ostream& err) {
  CLI::App app{
      "One end of a traffic flow. seawind-agent starts the program and sends it the start time.",
      "seawind-workload"};
  app.set_version_flag("--version", "seawind-workload " SEAWIND_VERSION);
  app.require_subcommand(0, 1);
  bool list = false;
  app.add_flag("--list", list, "Print the names of all generators");
  std::map<const CLI::App*, std::unique_ptr<Generator>> made;
  for (const GeneratorEntry& entry : generators()) {
    CLI::App* sub = app.add_subcommand(entry.name, entry.description);
    auto& generator = made[sub] = entry.make();
    generator->add_options(*sub);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {  // --help, --version
    app.exit(e, out, err);
    return {};
  } catch (const CLI::ParseError& e) {
    err << "seawind-workload: " << e.what() << "\n";
    return {.generator = nullptr, .exit_code = 2};
  }
  if (list) {
    for (const GeneratorEntry& entry : generators()) out << entry.name << "\n";
    return {};
  }
  const auto chosen = app.get_subcommands();
  if (chosen.empty()) {
    err << "seawind-workload: no generator named; --list prints their names\n";
    return {.generator = nullptr, .exit_code = 2};
  }
  return {.generator = std::move(made[chosen.front()]), .exit_code = 0};
}

}  // namespace seawind
