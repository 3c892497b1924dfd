// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a campaign directory to its end: what `run` and `resume` share.
#pragma once

#include <optional>
#include <string>

#include "controller/campaign/directory.h"

namespace seawind {

/// "auto" or 1 to 1000; used as a CLI11 check: an empty string, or what is wrong.
std::string check_parallel(const std::string& text);

struct ExecuteOptions {
  std::string parallel;        // empty: as the test set says
  bool json = false;           // the summary on stdout
  bool root_programs = false;  // `command` flows may say `user: root`
};

/// Runs what is pending and prints a summary; the exit code. `shown`: the directory as the user
/// knows it. Must be called from the main thread.
int execute(CampaignDirectory& directory, const std::string& shown, const ExecuteOptions& options);

}  // namespace seawind
