// SPDX-License-Identifier: GPL-3.0-or-later
// Reads from a campaign's store what reports need: read-only, in one pass, only metrics of attempts
// that count. Works while a controller writes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "controller/store/attempt_folder.h"
#include "controller/store/store.h"

namespace seawind {

/// (flow, metric) as in the store: ("", "overall_throughput"), ("slower", "elapsed").
using MetricKey = std::pair<std::string, std::string>;

struct CaseResults : CaseInfo {
  int repetitions = 0;  // planned and needed: valid + failed + pending
  int valid = 0;
  int failed = 0;
  int pending = 0;
  int invalid_attempts = 0;                          // kept for inspection, repeated
  int machine_attempts = 0;                          // of these, lost to the machine
  std::map<MetricKey, std::vector<double>> samples;  // of valid repetitions, in repetition order
  std::map<MetricKey, std::vector<int>> numbers;     // the repetition of each sample
  std::map<MetricKey, std::string> units;
  /// Number and node (index in CampaignResults::nodes) of each valid repetition that a task of a
  /// cluster ran, by number.
  std::vector<std::pair<int, int>> nodes;

  const std::vector<double>& of(const std::string& flow, const std::string& metric) const;
  const std::vector<int>& numbers_of(const std::string& flow, const std::string& metric) const;
};

/// Adds 0 for drop reasons that occurred only in others of these cases, as load_results() does for
/// reasons that occurred only in other repetitions. Throws Error for too many values.
void fill_drops_of_other_cases(std::vector<CaseResults>& cases);

/// Timing over the attempts that count; all zero without attempts.
struct TimingSummary {
  int attempts = 0;
  int realtime = 0;  // number of `attempts` with SCHED_FIFO
  std::int64_t releases = 0;
  std::int64_t worst_p50_ns = 0;
  std::int64_t worst_p99_ns = 0;
  std::int64_t worst_p999_ns = 0;
  std::int64_t worst_max_ns = 0;
  std::int64_t worst_start_error_ns = 0;
  double worst_cpu_steal = 0;  // 0..1
  std::int64_t capture_drops = 0;
  std::int64_t inject_failures = 0;
  std::int64_t log_overruns = 0;
  std::int64_t stalls = 0;
};

struct CampaignResults : CampaignInfo {
  std::vector<CaseResults> cases;
  std::vector<std::string> nodes;  // of a cluster, by name
  TimingSummary timing;
  std::vector<UncountedAttempt> uncounted_attempts;  // the newest, at most kMaxUncountedAttempts
  int uncounted_attempt_count = 0;                   // of all
};
inline constexpr int kMaxUncountedAttempts = 20;

/// Called periodically while a store is read, with the repetitions read and the total. An exception
/// from it ends the reading.
using ReadProgress = std::function<void(int, int)>;

/// Throws Error when there is no campaign in `directory` or its store cannot be read.
CampaignResults load_results(const std::filesystem::path& directory,
                             const ReadProgress& progress = {});

/// load_results() without samples and nodes; fast for any number of repetitions.
CampaignResults load_overview(const std::filesystem::path& directory);

/// An attempt of a repetition.
struct AttemptPlace {
  AttemptFolder directory;  // need not exist
  int slot = 0;
};
/// The attempt that counts, or else the newest; nothing when the repetition was not tried.
std::optional<AttemptPlace> find_attempt(const std::filesystem::path& campaign,
                                         const std::string& case_name, int number);

/// A finished repetition with its metrics.
struct RepetitionMetrics {
  std::string campaign;
  CaseInfo test_case;
  int number = 0;
  std::uint64_t seed = 0;
  std::string node;                  // of a cluster; empty: the controller's machine
  std::vector<MetricValue> metrics;  // sorted by flow, then name
};
/// Every (flow, metric) of any repetition, sorted by flow and name.
std::vector<MetricKey> metric_columns(const std::filesystem::path& campaign);
/// Calls `each` for one repetition after the other, by case and number. Only one is in memory.
void for_each_repetition(const std::filesystem::path& campaign,
                         const std::function<void(const RepetitionMetrics&)>& each);

/// A repetition, the directory of its attempt and its flows.
struct DoneRepetition {
  int case_id = 0;
  int number = 0;
  std::uint64_t seed = 0;
  AttemptFolder directory;
  std::vector<FlowSpec> flows;
  std::string not_valid = {};  // why the attempt does not count; empty: it does
};
enum class Repetitions {
  kDone,
  kEnded,  // the failed ones as well, with their newest attempt
};
/// The repetitions of all cases, by case and number.
std::vector<DoneRepetition> done_repetitions(const std::filesystem::path& campaign,
                                             Repetitions which = Repetitions::kDone);
/// Throws UsageError when there is no such case or repetition, or when it is not done.
DoneRepetition done_repetition(const std::filesystem::path& campaign, const std::string& case_name,
                               int number);

/// Number of the first finished repetition of the case, or -1.
int first_valid_repetition(const std::filesystem::path& campaign, const std::string& case_name);

}  // namespace seawind
