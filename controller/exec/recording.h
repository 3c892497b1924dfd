// SPDX-License-Identifier: GPL-3.0-or-later
// The files of one `seawind exec` or `seawind bridge`: those of a temporary directory, or a
// campaign directory with one case and one repetition, which report, export and the window read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "controller/campaign/directory.h"
#include "controller/campaign/runner.h"
#include "namespaces/runtime_directory.h"

namespace seawind {

class LinkReport;

class Recording {
 public:
  /// Conditions of the run that its results state as metrics, and why it does not count.
  struct Marks {
    int manual_changes = 0;
    std::int64_t split_connections = 0;  // that ended at the fixed host
    bool tcp_of_others = false;          // the other ends have a TCP of their own
    bool undelivered = false;            // part of what the command had sent
    std::string lost{};  // what besides the link ended early; the run does not count then
  };
  /// Returns `record`, of a run of the plan's link, with fidelity and verdict; the reason is empty
  /// if the timing is valid.
  static AttemptRecord judged(const LinkReport& report, const Marks& marks, const Plan& plan,
                              AttemptRecord record = {});

  /// `root`: the campaign directory to make; empty: nothing is kept. Throws Error.
  Recording(const Plan& plan, const std::filesystem::path& root);

  /// --log-dir of daemon and agents.
  const Directory& work() const { return campaign_ ? campaign_->work() : *work_; }
  /// The output of programs.
  const Directory& logs() const { return campaign_ ? campaign_->logs() : *logs_; }
  const RepetitionPlan& repetition() const { return repetition_; }
  /// The folder of the run beneath work().
  std::string folder() const;
  /// The link's event log `name`, beneath work(); empty: none.
  std::string event_log(const std::string& name) const;
  /// Writes a file that programs of any user may read, and returns its path.
  std::filesystem::path write_shown(const std::string& name, const std::string& text) const;

  struct End {
    std::string invalid;  // why the timing is not valid; empty: it is
    std::string failed;   // why the stored repetition counts as failed; empty: it does not
  };
  /// Judges the link's timing and, in a campaign, stores the repetition. Where that fails, fail()
  /// should follow.
  End end(const LinkReport& report, const Marks& marks);
  /// Stores the repetition as failed. Does not throw.
  void fail(const std::string& reason, Cause cause = Cause::kError);
  /// Prints where the run is recorded, unless `quiet`. `failed`: of end(). Throws Error unless it
  /// is empty.
  void report(const std::string& failed, bool quiet) const;
  /// Whether end() or fail() has been called.
  bool ended() const { return ended_; }

 private:
  /// Throws Error.
  void store(const LinkReport& report, const Marks& marks);
  void commit();
  /// Whether the campaign directory is still at root_.
  bool is_there() const;

  const Plan& plan_;
  std::filesystem::path root_;  // as given
  RuntimeDirectory temporary_;
  std::optional<Directory> work_;
  std::optional<Directory> logs_;
  std::optional<CampaignDirectory> campaign_;
  std::optional<Directory> attempt_;
  RepetitionPlan repetition_;
  AttemptRecord record_;
  bool ended_ = false;
};

}  // namespace seawind
