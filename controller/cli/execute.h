// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a campaign directory to its end; shared by `run` and `resume`.
#pragma once

#include <optional>
#include <string>

#include "controller/campaign/directory.h"

namespace seawind {

/// Validator for CLI11: "auto" or 1 to 1000. Returns the error, or an empty string.
std::string check_parallel(const std::string& text);

struct ExecuteOptions {
  std::string parallel;        // empty: the value of the test set
  bool json = false;           // print the summary as JSON on stdout
  bool root_programs = false;  // permit `user: root` of `command` flows
  bool resumes = false;        // a campaign that an earlier run has begun
};

/// Runs the pending repetitions and prints a summary. Returns the exit code. `shown`: the directory
/// as the user named it. Must be called from the main thread.
int execute(CampaignDirectory& directory, const std::string& shown, const ExecuteOptions& options);

}  // namespace seawind
