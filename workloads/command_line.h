// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of seawind-workload: one subcommand per generator.
#pragma once

#include <iosfwd>
#include <memory>

#include "workloads/generator.h"

namespace seawind {

struct CommandLine {
  std::unique_ptr<Generator> generator;  // null: nothing to run, exit with `exit_code`
  int exit_code = 0;
};

/// Reads the arguments. --help, --version and --list print to `out`; a mistake prints one line to
/// `err` and gives exit code 2.
CommandLine parse_command_line(int argc, const char* const* argv, std::ostream& out,
                               std::ostream& err);

}  // namespace seawind
