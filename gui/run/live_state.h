// SPDX-License-Identifier: GPL-3.0-or-later
// The data of the page of running campaigns, read from a campaign directory.
// Plain values that can be passed between threads.
#pragma once

#include <QtWidgets>
#include <cstdint>
#include <optional>

#include "controller/campaign/live.h"
#include "controller/store/attempts.h"

namespace seawind::gui {

/// A slot that runs a repetition.
struct SlotState {
  int slot = 0;
  QString test_case;
  int repetition = 0;  // from 0
  int attempt = 1;     // from 1
  QString phase;       // "setting up", "running"
  double elapsed_s = 0;
  double expected_s = -1;  // expected duration of the whole attempt; -1: not known
  bool has_link = false;   // the link can be watched and changed

  bool operator==(const SlotState&) const = default;
  /// Whether `other` is the same attempt, perhaps in another phase.
  bool is_same_attempt(const SlotState& other) const {
    return slot == other.slot && test_case == other.test_case && repetition == other.repetition &&
           attempt == other.attempt;
  }
};

/// `pending` includes the running repetitions.
struct CampaignState : StoreProgress {
  QString name;
  std::optional<RunState> phase;  // nothing: no controller holds the campaign
  bool recording = false;         // of `seawind exec`: it is not resumed
  int allowed = 0;                // maximum number of slots in use
  double elapsed_s = -1;
  double remaining_s = -1;                // estimated time; -1: not known
  std::int64_t lateness_limit_ns = 0;     // limit of p99.9 in the test set; 0: not known
  std::int64_t worst_lateness_ns = -1;    // largest p99.9 of all finished attempts; -1: none
  std::int64_t running_lateness_ns = -1;  // largest p99.9 of the running links; -1: none
  int running = 0;                        // repetitions, here or in tasks of a cluster
  QList<LiveTask> tasks;                  // of a cluster
  QList<SlotState> slots_in_use;          // in ascending order of the slot

  int total() const { return done + failed + pending; }
  bool is_running() const { return phase.has_value(); }
  bool is_complete() const { return !is_running() && pending == 0; }
};

/// A finished attempt.
struct AttemptRow : AttemptSummary {
  QString test_case;

  double seconds() const { return static_cast<double>(ended_unix_ns - started_unix_ns) / 1e9; }
};

/// A change of a running link made by hand, applied or rejected.
struct LinkChangeEntry {
  double time_s = -1;  // time of the link; -1: rejected
  QString text;        // the change in one line
  QString error;       // empty: applied; else the reason, perhaps of several lines
};

}  // namespace seawind::gui

Q_DECLARE_METATYPE(seawind::gui::CampaignState)
