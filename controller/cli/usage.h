// SPDX-License-Identifier: GPL-3.0-or-later
// Mistakes of a command line that the parser does not name.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace seawind {

/// A word in the place of a subcommand that is none, or an option of the command of `seawind exec`
/// that the parser would take as one of seawind's. Empty: neither.
std::string usage_problem(CLI::App& app, int argc, const char* const* argv);

}  // namespace seawind
