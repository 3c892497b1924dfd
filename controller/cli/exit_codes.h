// SPDX-License-Identifier: GPL-3.0-or-later
// Exit codes of every command.
#pragma once

namespace seawind {

enum ExitCode : int {
  kOk = 0,
  kRepetitionsFailed = 1,  // the campaign is complete, but some repetitions failed
  kUsage = 2,              // wrong usage, an unknown name or an invalid file
  kCannotSetUp = 3,        // something could not be set up or was unreachable
  kInterrupted = 130,
};

/// Called while an exception is handled: prints its message and returns its exit code.
int report_failure();

}  // namespace seawind
