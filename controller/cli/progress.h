// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the progress of a campaign to stderr.
#pragma once

#include <string>
#include <vector>

#include "controller/campaign/scheduler.h"

namespace seawind {

/// On a terminal: one line that is redrawn, and a line for every attempt that was not valid.
/// Otherwise: a line per attempt. In both cases: a line when the run is paused, waits, continues or
/// begins to finish.
class ProgressPrinter {
 public:
  /// `done_before`: repetitions of earlier runs; `total`: repetitions of the campaign.
  ProgressPrinter(std::vector<std::string> case_names, int total, int done_before,
                  int failed_before);
  ~ProgressPrinter();

  void report(const CampaignProgress& progress);

 private:
  void attempt_line(const CampaignProgress& progress);
  void state_line(const CampaignProgress& progress);
  void waiting_line(const CampaignProgress& progress);
  void machine_line(const CampaignProgress& progress);
  void status_line(const CampaignProgress& progress);
  void erase();

  std::vector<std::string> case_names_;
  int total_;
  int done_before_;
  int failed_before_;
  bool terminal_;
  bool drawn_ = false;
  RunState state_ = RunState::kRunning;
  std::string waiting_;
  std::string machine_;
};

/// 0:07, 12:30, 1:02:03.
std::string clock_text(double seconds);

}  // namespace seawind
