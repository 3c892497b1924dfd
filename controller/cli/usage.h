// SPDX-License-Identifier: GPL-3.0-or-later
// Mistakes of a command line that the parser does not report.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace seawind {

/// Reports a word that should be a subcommand and is none, or an unknown option; empty: neither.
std::string usage_problem(CLI::App& app, int argc, const char* const* argv);

/// The words after the program's name in the order that CLI::App::parse() takes, the last first.
/// Without the `--` in front of a command: the parser would hand what follows to the outer app.
std::vector<std::string> words_to_parse(CLI::App& app, int argc, const char* const* argv);

}  // namespace seawind
