// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the progress of a campaign to stderr.
#pragma once

#include <string>
#include <vector>

#include "controller/campaign/run_campaign.h"

namespace seawind {

/// On a terminal: one line that is redrawn, and a line for every attempt that was not valid.
/// Otherwise: a line per attempt. In both cases: a line when the run is paused, waits, continues or
/// begins to finish.
class ProgressPrinter {
 public:
  /// `total`: repetitions of the campaign.
  ProgressPrinter(std::vector<std::string> case_names, int total, bool on_cluster);
  ~ProgressPrinter();

  /// See SchedulerHooks::report.
  void report(const CampaignProgress& progress, const AttemptRecord* attempt);
  void say(const std::string& line);

 private:
  void attempt_line(const CampaignProgress& progress, const AttemptRecord& attempt);
  void state_line(const CampaignProgress& progress);
  void waiting_line(const CampaignProgress& progress);
  void machine_line(const CampaignProgress& progress);
  void tasks_line(const CampaignProgress& progress);
  void status_line(const CampaignProgress& progress);
  void erase();

  std::vector<std::string> case_names_;
  int total_;
  bool on_cluster_;
  bool terminal_;
  bool drawn_ = false;
  RunState state_ = RunState::kRunning;
  std::string waiting_;
  std::string machine_problem_;
  std::string tasks_;
};

}  // namespace seawind
