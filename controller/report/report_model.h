// SPDX-License-Identifier: GPL-3.0-or-later
// The content of a report, independent of its format (HTML, text, JSON).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "controller/measure/statistics.h"
#include "controller/report/answers.h"
#include "controller/report/headline.h"
#include "controller/report/paired.h"
#include "controller/report/reference.h"
#include "controller/report/report.h"
#include "controller/store/query.h"

namespace seawind {

/// Statistics in the metric's shown unit; count is 0 when the case has no values.
Statistics statistics_of(const CaseResults& c, const ReportMetric& metric);

/// The smallest and the largest limits of the cases, which differ with their links.
struct FidelityLimits {
  std::optional<std::pair<std::int64_t, std::int64_t>> lateness_p999_ns;
  std::optional<std::pair<std::int64_t, std::int64_t>> lateness_max_ns;
};

enum class CampaignOutcome { kComplete, kUnfinished, kFailures };

struct ReportModel {
  CampaignResults campaign;
  FidelityLimits limits;
  HeadlineMetrics headline;
  int repetitions = 0;
  int valid = 0;
  int failed = 0;
  int pending = 0;
  int invalid_attempts = 0;
  int machine_attempts = 0;  // of these, lost to the machine
  Answers answers;
  std::vector<PairedRow> paired;  // of ReportOptions::against
  std::string unpaired;           // why the pairs had different conditions; empty: they had not
  bool other_links = false;       // `paired` compares cases of one campaign with different links
  std::vector<Comparison> comparisons;
  std::vector<std::vector<std::string>> states;  // names of the channel states, per case
  std::vector<bool> has_errors;                  // per case: whether its channel corrupts packets
  std::vector<std::string> unlimited_queues;     // "e0 uplink": input queues without a limit
  std::string ended_early;                       // ended_early(); empty: none
  std::string
      imprecise;  // cases for which `until` had too few repetitions, in a sentence; empty: none

  CampaignOutcome outcome() const;
  /// "24 of 24 repetitions valid", "22 of 24 repetitions valid, 1 failed, 1 still to run".
  std::string verdict() const;
  /// "1 still to run"; of a recording "1 without a result".
  std::string pending_text(int count) const;
  /// Sentences about timing, and about queues without a limit. The first compares the lateness with
  /// its limits.
  std::vector<std::string> timing_sentences() const;
  /// node_effect(); empty: none.
  std::string nodes_differ;
  /// A sentence about valid repetitions whose link was changed by hand; empty: none.
  std::string changed_by_hand() const;
};

/// A sentence about valid repetitions that ended before an entry of the timeline; empty: none.
std::string ended_early(const Plan& plan, const CampaignResults& campaign);
/// A sentence about cases for which all repetitions of `until` were too few; empty: none.
std::string imprecise_cases(const Plan& plan, const CampaignResults& campaign);
ReportModel build_report(const std::filesystem::path& campaign, const ReportOptions& options);
/// Builds the model from results that have already been read.
ReportModel build_report(CampaignResults results, const std::filesystem::path& campaign,
                         const ReportOptions& options);
/// The value with `decimals` decimals, ties away from zero: the page's script rounds like this.
std::string rounded(double value, int decimals);
/// Adds up the cases' numbers of repetitions and attempts in a model that has none yet.
void count_repetitions(ReportModel& model);

/// "2026-11-21 09:30 UTC".
std::string date_text(std::int64_t unix_ns);
/// "slower elapsed, median (2.5-8.2s)": what is published.
std::string published_title(const PublishedValue& published);
/// "within 1 %", "outside 3 pt", "direction differs"; of a published 0 "agrees" or "is not 0"; "not
/// expected to agree".
std::string agreement_text(const Comparison& comparison);
/// The description of the machine in the store: an object of at most kMaxOrderedKeys plain
/// values, or else the text itself.
nlohmann::ordered_json host_json(const std::string& stored);
/// The published value, the measured value, the verdict and the difference.
nlohmann::ordered_json published_json(const Comparison& comparison);

}  // namespace seawind
