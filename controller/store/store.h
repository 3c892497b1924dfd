// SPDX-License-Identifier: GPL-3.0-or-later
// The campaign store: campaign.db of a campaign directory (schema.sql). One controller writes;
// readers (report, status, notebooks) may read at any time. Thread-safe. Errors throw StoreError.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/pauses.h"
#include "controller/measure/metrics.h"
#include "controller/store/sqlite.h"

namespace seawind {

struct CampaignInfo {
  std::string name;
  std::string test_set_file;
  std::string resolved_sha256;
  std::uint64_t seed = 0;
  std::string program_version;
  std::string host;  // JSON
  std::int64_t created_unix_ns = 0;
};

/// The test set's file of a recording of `seawind exec` or `seawind bridge`. It has one repetition,
/// which is not run again, and no flows.
inline constexpr const char* kRecordingTestSet = "recording";
inline bool is_recording(const CampaignInfo& campaign) {
  return campaign.test_set_file == kRecordingTestSet;
}

struct CaseInfo {
  int id = 0;
  std::string name;
  std::string link;
  std::string router;  // empty: none
  std::string tcp;
  std::string workload;
  bool operator==(const CaseInfo&) const = default;
};

/// kSkipped: not needed, because the case's interval was narrow enough before it (`until`).
enum class RepetitionState { kPending, kDone, kFailed, kSkipped };
enum class Verdict { kValid, kInvalid, kFailed };
/// The reason why an attempt is not valid.
enum class Cause {
  kNone,     // valid
  kLimit,    // beyond a limit of the test set, or stray packets on the link
  kError,    // it failed before its end
  kClock,    // the machine's clock was set, or the machine was suspended
  kByHand,   // its link was changed by hand more often than the limits allow
  kTestBed,  // the test bed or the slot was lost
  kNoRoom,   // no room left for its files
  kMachine,  // limits are exceeded only by what the machine took away
};
/// Whether an attempt with this cause counts towards the limit. The other causes are independent of
/// the repetition.
bool counts_towards_limit(Cause cause);

std::string_view to_string(RepetitionState state);
std::string_view to_string(Verdict verdict);
/// The inverse of to_string(); any other text is kPending or kFailed.
RepetitionState state_from(std::string_view text);
Verdict verdict_from(std::string_view text);
/// "" for kNone.
std::string_view to_string(Cause cause);

struct RepetitionInfo {
  int case_id = 0;
  int number = 0;  // from 0
  std::uint64_t seed = 0;
  RepetitionState state = RepetitionState::kPending;
  int attempts = 0;          // so far, with any verdict
  int counted_attempts = 0;  // those whose cause counts towards the limit
  int machine_attempts = 0;  // those lost to the machine
};

/// The measured timing of an attempt. Times in nanoseconds.
struct FidelityInfo {
  std::uint64_t releases = 0;
  std::int64_t lateness_p50 = 0;
  std::int64_t lateness_p99 = 0;
  std::int64_t lateness_p999 = 0;
  std::int64_t lateness_max = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> histogram;  // (bucket, count) in use
  std::uint64_t capture_drops = 0;
  std::uint64_t interface_changes = 0;  // judged, not in the store
  std::uint64_t interface_drops = 0;    // judged, not in the store
  bool changed_by_hand = false;         // judged, not stored
  std::uint64_t inject_failures = 0;
  std::uint64_t log_overruns = 0;
  std::uint64_t clamped_stamps = 0;
  double cpu_steal = 0;  // share of the machine less one tick, 0..1
  std::uint64_t stalls = 0;
  bool realtime = false;
  std::int64_t start_error_max = 0;
  std::int64_t pacing_error_max = 0;    // largest p99.9 of a flow; metrics have it per flow
  std::optional<PauseTotals> pauses{};  // of the machine; empty: not measured
  std::uint64_t late_machine = 0;       // releases at least 1 ms late that a pause explains
  std::uint64_t late_relay = 0;         // releases that late without a pause
  std::int64_t lateness_max_relay = 0;  // largest lateness that no pause explains
  std::vector<std::pair<std::uint32_t, std::uint32_t>>
      machine_histogram{};  // of the releases that a pause explains
};

struct FlowInfo {
  std::string name;
  bool competitor = false;
  bool downlink = true;
  std::string generator;  // bulk_tcp
  int sink_port = 0;
  std::int64_t size = 0;   // payload bytes
  std::int64_t start = 0;  // ns after the beginning of the workload
};

/// All rows of an attempt in the store.
struct AttemptRecord {
  int case_id = 0;
  int number = 0;
  int slot = 0;
  std::int64_t started_unix_ns = 0;
  std::int64_t ended_unix_ns = 0;
  Verdict verdict = Verdict::kFailed;
  Cause cause = Cause::kError;           // kNone when valid
  std::string reason;                    // for people; empty when valid
  std::string directory;                 // relative to the campaign
  std::optional<FidelityInfo> fidelity;  // empty: the link reported nothing
  std::vector<FlowInfo> flows;
  std::vector<MetricValue> metrics;
};

/// The metrics that the store omits because their value is not a finite number: "flow metric, flow
/// metric"; empty: none.
std::string non_finite_names(const std::vector<MetricValue>& metrics);

struct StoreProgress {
  int pending = 0;
  int done = 0;
  int failed = 0;
  int skipped = 0;  // not needed
  int invalid_attempts = 0;
  int machine_attempts = 0;  // of the invalid ones, those lost to the machine
  int failed_attempts = 0;
};
/// An attempt that does not count, and the reason.
struct UncountedAttempt {
  std::string case_name;
  int number = 0;  // of the repetition
  std::string verdict;
  std::string reason;
};

// The functions below read through the given connection.
StoreProgress read_progress(Database& database);
CampaignInfo read_campaign(Database& database);
/// The newest `most` attempts that were not valid.
std::vector<UncountedAttempt> read_uncounted_attempts(Database& database, int most);

/// A task of a batch system.
struct Task {
  std::string name;    // SUBMISSION-TASK.START
  std::string node;    // the machine
  std::string folder;  // its attempts, relative to the campaign; laid out like attempts/
};

/// The result of Store::take_over().
struct Takeover {
  int attempts = 0;                        // that were examined
  int done = 0;                            // change in the number of repetitions that are done
  int failed = 0;                          // change in the number of failed ones; negative when
                                           // repetitions that had failed are done now
  std::vector<int> cases{};                // with a repetition that has ended, in any order
  std::map<int, std::string> failures{};   // by case: the first repetition that failed, in words
  std::vector<std::string> superfluous{};  // directories of the attempts not taken, as in `from`
  bool more = false;                       // there may be further attempts in `from`
};

/// The metric of every repetition in which `metric` has a value: `metric` itself; for drops of a
/// reason, which have a row only where they occurred (elsewhere 0), the congestion drops.
std::string presence_metric(const std::string& metric);

class Store {
 public:
  /// Creates a store with all its cases and repetitions in one transaction.
  static void create(const Directory& directory, const std::string& name,
                     const CampaignInfo& campaign, const std::vector<CaseInfo>& cases,
                     const std::vector<RepetitionInfo>& repetitions);
  enum class Access { kReadWrite, kReadOnly };
  /// Opens an existing store. Other schema versions than kSchemaVersion are refused.
  Store(const Directory& directory, const std::string& name, Access access = Access::kReadWrite);
  explicit Store(const std::filesystem::path& path, Access access = Access::kReadWrite);
  ~Store();

  CampaignInfo campaign() const;
  /// Replaces CampaignInfo::host.
  void set_host(const std::string& host);
  std::vector<CaseInfo> cases() const;
  /// All pairs of a repetition's number and its seed.
  std::vector<std::pair<int, std::uint64_t>> seeds() const;
  std::vector<RepetitionInfo> repetitions() const;
  StoreProgress progress() const;
  /// Directories of all attempts in the store.
  std::vector<std::string> attempt_directories() const;
  std::vector<UncountedAttempt> uncounted_attempts(int most) const;

  /// The metric's value in each finished repetition of the case, by repetition number.
  std::map<int, double> values(int case_id, const std::string& flow,
                               const std::string& metric) const;
  /// Marks the repetitions of the case from `first` on as not needed, whatever their state. Their
  /// attempts stay in the store and do not count.
  void skip_from(int case_id, int first);

  /// Commits the attempt and its repetition's new state in one transaction, durably. Throws
  /// StoreError for a repetition that is not pending; such a repetition never changes. Waits only
  /// briefly for a lock, so that the caller can do other work and try again.
  void commit_attempt(const AttemptRecord& attempt, RepetitionState new_state);

  /// Takes over, in one transaction, at most `most` attempts from the store of a task. Skips ids up
  /// to the last one of the last call, whatever file `from` is now, so that no attempt is taken
  /// twice. An attempt at a repetition that has ended here is superfluous, unless it is the first
  /// valid one. Throws StoreError as commit_attempt() does. `exists`: whether the campaign has this
  /// directory; if not, throws and takes nothing.
  Takeover take_over(const Task& task, Database& from, int most,
                     const std::function<bool(const std::string&)>& exists);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace seawind
