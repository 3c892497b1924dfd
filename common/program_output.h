// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a program to its end and returns its output.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "common/process.h"

namespace seawind {

struct ProgramOutput {
  int status = 0;  // of waitpid()
  std::string output;
  std::string messages;
};

/// Waits until the program has ended; after `patience` it is killed, and there is no output. Its
/// standard output and messages, of which at most `limit` bytes each are returned, are files in
/// memory: a pipe could be kept open by a child of the program. `start.files`: their entries for
/// these two are replaced. Throws SystemError when it cannot be started.
std::optional<ProgramOutput> program_output(ProgramStart start, std::chrono::seconds patience,
                                            std::size_t limit = SIZE_MAX);

}  // namespace seawind
