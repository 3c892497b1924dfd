// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of running campaigns shows, wherever it comes from: a campaign directory or a
// recorded stream. Plain values; they cross threads.
#pragma once

#include <QList>
#include <QMetaType>
#include <QPair>
#include <QString>
#include <cstdint>

namespace seawind::gui {

enum class RunPhase {
  kNotRunning,  // no controller holds it
  kRunning,
  kPaused,     // nothing new is begun; what runs goes on
  kFinishing,  // ends after the current repetitions
  kStopping,   // breaks off what runs
};

/// A slot in which a repetition runs.
struct SlotState {
  int slot = 0;
  QString test_case;
  int repetition = 0;  // from 0
  int attempt = 1;     // from 1
  QString phase;       // setting up, traffic, measuring, ...
  double elapsed_s = 0;
  double expected_s = -1;  // of the whole attempt; -1: not known
  bool has_link = false;   // its link can be watched and changed

  bool operator==(const SlotState&) const = default;
  /// The same attempt, only further.
  bool is_same_attempt(const SlotState& other) const {
    return slot == other.slot && test_case == other.test_case && repetition == other.repetition &&
           attempt == other.attempt;
  }
};

struct CampaignState {
  QString name;
  RunPhase phase = RunPhase::kNotRunning;
  QString message;  // why it is not complete, when it has ended
  int done = 0;
  int failed = 0;
  int pending = 0;  // neither done nor failed, running ones included
  int skipped = 0;  // not needed
  int invalid_attempts = 0;
  int failed_attempts = 0;
  int allowed = 0;  // running at most
  double elapsed_s = -1;
  double remaining_s = -1;                // estimate; -1: not known
  std::int64_t lateness_limit_ns = 0;     // p99.9, of the test set; 0: not known
  std::int64_t worst_lateness_ns = -1;    // largest p99.9 of a finished attempt
  std::int64_t running_lateness_ns = -1;  // largest p99.9 among the links running now
  QList<SlotState> slots_in_use;          // by slot

  int total() const { return done + failed + pending; }
  bool is_running() const { return phase != RunPhase::kNotRunning; }
  bool is_complete() const { return !is_running() && pending == 0; }
};

enum class AttemptVerdict { kValid, kInvalid, kFailed };

/// An attempt that has ended.
struct AttemptRow {
  std::int64_t id = 0;
  QString test_case;
  int repetition = 0;
  int attempt = 1;
  AttemptVerdict verdict = AttemptVerdict::kFailed;
  std::int64_t p50_ns = -1;  // release lateness; -1: the link never reported
  std::int64_t p99_ns = -1;
  std::int64_t p999_ns = -1;
  std::int64_t max_ns = -1;
  QString reason;
  double seconds = 0;  // it took
};

/// A change of a running link made by hand, or its failure.
struct LinkChangeEntry {
  double time_s = -1;  // of the link; -1: it was not made
  QString text;        // what was changed, one line
  QString error;       // empty: it was made; else why not, perhaps several lines
};

/// What is to be changed, all at one instant, in this order. Empty: stays as it is. Quantities are
/// texts with units, as in a profile.
struct LinkEdit {
  QString profile;                        // handover to this one: a name or a file
  QString router;                         // in front of the downlink; "off": none
  QList<QPair<QString, QString>> values;  // path and value: "downlink.rate_base", "32kbit/s"
  double outage_s = 0;                    // one that begins at that instant; 0: none
  bool outage_downlink = true;
  bool outage_uplink = true;

  bool is_empty() const {
    return profile.isEmpty() && router.isEmpty() && values.isEmpty() && outage_s <= 0;
  }
};

/// The configuration of a running link, as YAML.
struct LinkConfiguration {
  QString link;
  QString downlink_router;  // empty: none
  QString uplink_router;
};

}  // namespace seawind::gui

Q_DECLARE_METATYPE(seawind::gui::CampaignState)
